import type { LiveName } from './names';

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
