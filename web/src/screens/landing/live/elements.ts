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
  | 'record-verdict'
  | 'record-sealed'
  | 'record-note'
  | 'demonstration'
  | 'first-entry'
  | 'first-entry-rate'
  | 'within-four-levels'
  | 'signal'
  | 'signal-pair'
  | 'signal-CALL'
  | 'signal-PUT'
  | 'signal-profit'
  | 'signal-loss'
  | 'signal-break-even'
  | 'signal-no-go'
  | 'signal-words'
  | 'signal-when'
  | 'signal-level'
  | 'chart'
  | 'replay'
  | 'handle-form'
  | 'handle-verdict';

export const liveAttribute = (name: LiveName) => ({ 'data-live': name });

export const findElements = (name: LiveName): HTMLElement[] =>
  [...document.querySelectorAll(`[data-live='${name}']`)].filter(
    (element) => element instanceof HTMLElement,
  );

/**
 * The last text written. A translator may change the element's content, so it can't be compared.
 */
const writtenTexts = new WeakMap<HTMLElement, string>();

export function writeLiveText(name: LiveName, text: string): void {
  for (const element of findElements(name)) {
    if (writtenTexts.get(element) === text) continue;
    writtenTexts.set(element, text);
    element.textContent = text;
  }
}

export function setVisible(name: LiveName, visible: boolean): void {
  for (const element of findElements(name)) element.hidden = !visible;
}

export function onPress(name: LiveName, press: () => void): void {
  for (const element of findElements(name)) element.addEventListener('click', press);
}

/** Closes the menu on a choice, on Escape, and on a press outside. */
export function startMenu(): void {
  for (const menu of findElements('menu')) {
    if (!(menu instanceof HTMLDetailsElement)) continue;
    const summary = menu.querySelector('summary');
    document.addEventListener('click', ({ target }) => {
      const pressTarget = target instanceof Element ? target : null;
      if (!pressTarget || !menu.contains(pressTarget) || pressTarget.closest('a'))
        menu.open = false;
    });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      summary?.focus();
    });
  }
}
