const load = () => import('../data/pwa/serviceWorker');

/** Moves on to a newer version, where code of a screen can't be had because there is one. */
export function moveOn(): void {
  load().then(
    (loaded) => loaded.moveOn(),
    () => undefined,
  );
}

/** Loads the page anew, in the newest version that is here. */
export function reload(): void {
  load().then(
    (loaded) => loaded.reloadNewest(),
    () => location.reload(),
  );
}
