import { useEffect, useRef, useState } from 'react';
import { readLocal, writeLocal } from '../../data/core/webStorage';

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

/** Where this device keeps that single keys do nothing. */
const KEY = 'quantalgo.shortcuts';

const OFF = 'off';

/** Whether single keys do what buttons do: who speaks to their device, or types by accident, turns that off. */
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

/** A key that does the same as the button which it stands on; said to readers by `aria-keyshortcuts`. */
export const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded-sm border border-current px-1.5 font-sans text-xs font-semibold opacity-70 max-lg:hidden"
  >
    {children}
  </kbd>
);
