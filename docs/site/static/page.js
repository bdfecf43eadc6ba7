// Small comforts of each page: a button that copies a code block, and wide tables that the keyboard can move.

for (const block of document.querySelectorAll("div.highlight")) {
  const code = block.querySelector("pre");
  // Browsers offer the clipboard to pages that came over TLS, or from this machine.
  if (!code || !navigator.clipboard || block.closest(".highlight-text, .highlight-default")) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  block.append(button);
}

// What is wider than its place can be reached with Tab, and moved with the arrow keys. The rest is no stop on the way.
const wide = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const place of document.querySelectorAll(".table-wrapper, div.highlight pre")) wide.observe(place);
