// Chooses the theme before the page is drawn: the one that was chosen on this site, or the system's.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
