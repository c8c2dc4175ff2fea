import { useEffect, useRef, useState } from 'react';
import { readLocal, writeLocal } from '../../data/core/webStorage';

const TAKES_TEXT = 'input:not([type=checkbox]):not([type=radio]), textarea, select';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TAKES_TEXT) !== null;

/**
 * Runs the action of a key that is pressed without modifiers, and not repeated, unless the user is typing or a dialog
 * is open.
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

/** Key of the device's setting that disables single-key shortcuts. */
const KEY = 'quantalgo.shortcuts';

const OFF = 'off';

/** Whether single-key shortcuts are on: users of voice input, or who press keys by accident, turn them off. */
export function useShortcutsWanted(): [wanted: boolean, set: (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(() => readLocal(KEY) !== OFF);
  return [
    wanted,
    (next) => {
      writeLocal(KEY, next ? null : OFF);
      setWanted(next);
    },
  ];
}

/** A button's shortcut key, shown on it; screen readers get it from `aria-keyshortcuts`. */
export const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded-sm border border-current px-1.5 font-sans text-xs font-semibold opacity-70 max-lg:hidden"
  >
    {children}
  </kbd>
);
