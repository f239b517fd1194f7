// Before the first paint, so that a dark page never flashes white. A file of its own: the policy allows no inline script.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('color-scheme');
  } catch {
    // Storage is refused: the system decides.
  }
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
