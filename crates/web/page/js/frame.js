// Replaces this document with the page that its parent sends, which has its own policy.
addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin) return;
  document.open();
  document.write(data);
  document.close();
});
