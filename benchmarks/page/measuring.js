// Runs in a page before its own scripts. It notes when pictures arrive, when a drag first changes what is drawn, and what
// the viewer says about its own progress.
(() => {
  const PICTURE_PIXELS_MIN = 256;
  const DRAWN_VERTICES_MIN = 3000;
  const measured = {
    turnedAt: null,
    picturesAt: [],
    // The first times of the marks and the first durations of the measures that the viewer sets.
    marks: {},
    stages: {},
    frames: 0,
    // The longest time that the page's own code took for a frame or a timer. A browser that draws in software also
    // waits for the pixels of a frame, which counts as a task of the page.
    longestCallback: 0,
  };
  window.measured = measured;
  let frame = { sum: 0, vertices: 0 };
  let hasPicture = false;
  let view = null;
  let viewAtPress = null;
  let hasMoved = false;

  const picture = () => {
    hasPicture = true;
    measured.picturesAt.push(performance.now());
  };
  const seen = (now) => {
    if (hasPicture && hasMoved && viewAtPress !== null && now !== viewAtPress) measured.turnedAt ??= performance.now();
    view = now;
  };

  const wrap = (name, before) => {
    const original = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...args) {
      before(args);
      return original.apply(this, args);
    };
  };
  for (const name of ["texImage2D", "texSubImage2D"]) {
    wrap(name, (args) => {
      const source = args.at(-1);
      const isPicture = source instanceof HTMLImageElement || source instanceof ImageBitmap ||
        source instanceof HTMLCanvasElement || source instanceof OffscreenCanvas;
      if (isPicture && source.width >= PICTURE_PIXELS_MIN) picture();
    });
  }
  // What a frame is drawn with tells whether it is another view: the sum of all numbers that are given to shaders.
  const numbers = (args) => {
    const values = args.at(-1)?.length ? args.at(-1) : args.slice(1);
    for (let index = 0; index < values.length; index++) frame.sum += Number(values[index]) * (index + 1.37);
  };
  for (const name of ["uniformMatrix4fv", "uniformMatrix3fv", "uniform4fv", "uniform3fv", "uniform2fv", "uniform4f",
    "uniform3f", "uniform2f"]) wrap(name, numbers);
  const draw = (count, instances = 1) => {
    // Frames are drawn in one task, so the first microtask after the first call comes at the end of the frame.
    if (frame.vertices === 0) queueMicrotask(endFrame);
    frame.vertices += count * instances;
  };
  wrap("drawArrays", (args) => draw(args[2]));
  wrap("drawElements", (args) => draw(args[1]));
  wrap("drawArraysInstanced", (args) => draw(args[2], args[3]));
  wrap("drawElementsInstanced", (args) => draw(args[1], args[4]));
  const endFrame = () => {
    const { sum, vertices } = frame;
    frame = { sum: 0, vertices: 0 };
    // A drawing has no picture: it is one once it has more than a few walls.
    if (vertices >= DRAWN_VERTICES_MIN) {
      if (!hasPicture) picture();
      measured.frames++;
      // Only a trace has it: kept marks would be memory of the page.
      performance.mark("bench:frame");
      performance.clearMarks("bench:frame");
    }
    seen(sum);
  };

  for (const name of ["requestAnimationFrame", "setTimeout"]) {
    const original = window[name];
    window[name] = (callback, ...more) =>
      original((...args) => {
        const startedAt = performance.now();
        callback(...args);
        measured.longestCallback = Math.max(measured.longestCallback, performance.now() - startedAt);
      }, ...more);
  }

  // Frames come after the events that they are for, so a drag counts until the end of the visit.
  addEventListener("pointerdown", () => {
    if (hasPicture) viewAtPress ??= view;
  }, true);
  addEventListener("pointermove", (event) => {
    if (event.buttons !== 0 && viewAtPress !== null) hasMoved = true;
  }, true);
  // A flat picture is an image of the page, which moves by its style.
  document.addEventListener("load", (event) => {
    const image = event.target;
    if (!(image instanceof HTMLImageElement) || !image.classList.contains("flat")) return;
    picture();
    seen(image.style.transform);
  }, true);
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target instanceof HTMLImageElement && target.classList.contains("flat")) seen(target.style.transform);
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["style"] });
  new PerformanceObserver((list) => {
    for (const { name, entryType, startTime, duration } of list.getEntries()) {
      if (!name.startsWith("view:")) continue;
      if (entryType === "mark") measured.marks[name.slice(5)] ??= startTime;
      else measured.stages[name.slice(5)] ??= duration;
    }
  }).observe({ entryTypes: ["mark", "measure"] });
})();
