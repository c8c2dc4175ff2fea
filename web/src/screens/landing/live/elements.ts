/** What the page's script fills in or moves, by the name that the markup gives it. */
export type LiveName =
  | 'countdown'
  | 'hours'
  | 'minutes'
  | 'seconds'
  | 'time-left'
  | 'menu'
  | 'action'
  | 'sticky'
  | 'embedded'
  | 'embedded-close'
  | 'copy'
  | 'copy-label'
  | 'address'
  | 'record'
  | 'record-note'
  | 'demonstration'
  | 'source'
  | 'first-entry'
  | 'first-entry-basis'
  | 'within-four-levels'
  | 'within-four-levels-basis'
  | 'sealed'
  | 'sealed-basis'
  | 'missed'
  | 'missed-basis'
  | 'head-hash'
  | 'head-at'
  | 'head-number'
  | 'signal'
  | 'signal-at'
  | 'signal-pair'
  | 'signal-CALL'
  | 'signal-PUT'
  | 'signal-profit'
  | 'signal-loss'
  | 'signal-break-even'
  | 'signal-words'
  | 'signal-sealed'
  | 'signal-number'
  | 'signal-level'
  | 'chart'
  | 'replay'
  | 'handle-form'
  | 'handle-verdict';

/** Marks an element of the markup for the script. */
export const live = (name: LiveName) => ({ 'data-live': name });

/** The elements that the markup gave this name, in the order of the page. */
export const elements = (name: LiveName): HTMLElement[] =>
  [...document.querySelectorAll(`[data-live='${name}']`)].filter(
    (element) => element instanceof HTMLElement,
  );

/** Writes a text wherever the name stands; touches nothing that says so already. */
export function write(name: LiveName, text: string): void {
  for (const element of elements(name))
    if (element.textContent !== text) element.textContent = text;
}

/** Shows or hides whatever has the name. */
export function show(name: LiveName, shown: boolean): void {
  for (const element of elements(name)) element.hidden = !shown;
}

/** Calls `press` for a press on whatever has the name. */
export function onPress(name: LiveName, press: () => void): void {
  for (const element of elements(name)) element.addEventListener('click', press);
}

/** Closes the menu once something was chosen, with Escape, and by a press beside it. */
export function startMenu(): void {
  for (const menu of elements('menu')) {
    if (!(menu instanceof HTMLDetailsElement)) continue;
    const summary = menu.querySelector('summary');
    document.addEventListener('click', ({ target }) => {
      const pressed = target instanceof Element ? target : null;
      if (!pressed || !menu.contains(pressed) || pressed.closest('a')) menu.open = false;
    });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      summary?.focus();
    });
  }
}
