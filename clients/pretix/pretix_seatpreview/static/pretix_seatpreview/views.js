// Says in words where the image of a view cannot be loaded, in place of the browser's broken icon.
(() => {
  function say(image) {
    const figure = image.closest("figure");
    image.closest("a").hidden = true;
    figure.querySelector('[data-part="no-view"]').hidden = false;
  }

  for (const image of document.querySelectorAll(".seatpreview-views img")) {
    image.addEventListener("error", () => say(image));
    // It may have failed before this script ran. One that waits to come into sight is not complete.
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== "") say(image);
  }
})();
