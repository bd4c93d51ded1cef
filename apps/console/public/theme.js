// Sets the chosen theme before the first paint, so that a dark screen does not flash white.
(() => {
  try {
    const chosen = localStorage.getItem('fm.theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage may be forbidden; the system's preference then decides.
  }
})();
