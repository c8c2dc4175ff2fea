/** Names in the markup of the elements that the page's script changes. */
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
  | 'log-root'
  | 'log-at'
  | 'log-size'
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

/** Attributes that mark an element for the script. */
export const live = (name: LiveName) => ({ 'data-live': name });

/** The elements with this name, in document order. */
export const elements = (name: LiveName): HTMLElement[] =>
  [...document.querySelectorAll(`[data-live='${name}']`)].filter(
    (element) => element instanceof HTMLElement,
  );

/** What was written last: a translator may have changed the content since, and would change it again. */
const written = new WeakMap<HTMLElement, string>();

/** Sets the text of the elements with this name; skips those that it was written to already. */
export function write(name: LiveName, text: string): void {
  for (const element of elements(name)) {
    if (written.get(element) === text) continue;
    written.set(element, text);
    element.textContent = text;
  }
}

/** Shows or hides the elements with this name. */
export function show(name: LiveName, shown: boolean): void {
  for (const element of elements(name)) element.hidden = !shown;
}

/** Calls `press` on a click on an element with this name. */
export function onPress(name: LiveName, press: () => void): void {
  for (const element of elements(name)) element.addEventListener('click', press);
}

/** Closes the menu on a choice, on Escape, and on a press outside. */
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
