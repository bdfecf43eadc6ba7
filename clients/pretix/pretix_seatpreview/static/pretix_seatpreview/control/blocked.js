// A map of the seats, drawn from the places in pretix's own seating plan. It checks the boxes of the list below it.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const form = document.querySelector(".seatpreview-blocked");
  const host = form.querySelector('[data-part="map"]');
  const seats = [...form.querySelectorAll("input[name=seats]")]
    .filter((box) => box.dataset.x !== "" && box.dataset.y !== "")
    .map((box) => ({ box, x: Number(box.dataset.x), y: Number(box.dataset.y), dot: svg("circle") }));

  function svg(name, attributes = {}) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  /** The radius that fits the closest neighbours in a row. */
  function radiusOf() {
    const gaps = seats
      .slice(1)
      .map(({ x, y }, index) => Math.hypot(x - seats[index].x, y - seats[index].y))
      .filter((gap) => gap > 0)
      .sort((a, b) => a - b);
    return (gaps[Math.floor(gaps.length / 10)] ?? 20) * 0.42;
  }

  function draw() {
    const radius = radiusOf();
    const xs = seats.map(({ x }) => x);
    const ys = seats.map(({ y }) => y);
    const [left, top] = [lowest(xs) - 3 * radius, lowest(ys) - 3 * radius];
    const box = [
      left,
      top,
      -lowest(xs.map((x) => -x)) - left + 3 * radius,
      -lowest(ys.map((y) => -y)) - top + 3 * radius,
    ];
    // The list has the same seats, with names and states: a screen reader passes the picture over.
    const map = svg("svg", { viewBox: box.join(" "), "aria-hidden": "true" });
    for (const { box: input, x, y, dot } of seats) {
      for (const [name, value] of [
        ["cx", x],
        ["cy", y],
        ["r", radius],
      ])
        dot.setAttribute(name, value);
      dot.dataset.state = input.dataset.state;
      const title = svg("title");
      title.textContent = input.ariaLabel;
      dot.append(title);
      input.addEventListener("change", () => dot.classList.toggle("chosen", input.checked));
      map.append(dot);
    }
    host.append(map);
    host.hidden = false;
    form.querySelector(".seatpreview-map-help").hidden = false;
    listen(map, radius);
  }

  function lowest(values) {
    return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  }

  /** A click turns one seat over; a rectangle chooses all seats in it. */
  function listen(map, radius) {
    let from = null;
    const frame = svg("rect");
    const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    map.onpointerdown = (event) => {
      from = at(event);
      map.setPointerCapture(event.pointerId);
    };
    map.onpointermove = (event) => {
      if (from === null) return;
      const to = at(event);
      const place = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) };
      const size = { width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
      for (const [name, value] of Object.entries({ ...place, ...size })) frame.setAttribute(name, value);
      map.append(frame);
    };
    map.onpointerup = (event) => {
      if (from === null) return;
      const [start, to] = [from, at(event)];
      from = null;
      frame.remove();
      if (Math.hypot(to.x - start.x, to.y - start.y) < radius) turn(nearest(to, radius));
      else for (const seat of seats) if (isBetween(seat, start, to)) choose(seat, true);
    };
  }

  function nearest(point, radius) {
    return seats.find(({ x, y }) => Math.hypot(x - point.x, y - point.y) <= 1.5 * radius);
  }

  function isBetween({ x, y }, a, b) {
    return (x - a.x) * (x - b.x) <= 0 && (y - a.y) * (y - b.y) <= 0;
  }

  function turn(seat) {
    if (seat !== undefined) choose(seat, !seat.box.checked);
  }

  function choose({ box }, isChosen) {
    box.checked = isChosen;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }

  if (seats.length > 1) draw();
})();
