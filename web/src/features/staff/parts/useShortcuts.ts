import { useEffect, useRef } from 'react';

const TAKES_TEXT = 'input:not([type=checkbox]):not([type=radio]), textarea, select';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TAKES_TEXT) !== null;

/**
 * Does what belongs to a key, pressed alone and once, unless somebody types or a dialog is open.
 * @param keys by `KeyboardEvent.key`, letters in lower case
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, on: boolean): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on]);
}
