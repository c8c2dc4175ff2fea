import { useLayoutEffect, useRef, useState } from 'react';
import { readLocal, writeLocal } from '../../data/core/webStorage';

const TEXT_INPUTS = 'input:not([type=checkbox]):not([type=radio]), textarea, select';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TEXT_INPUTS) !== null;

/**
 * Ignores repeats, keys with modifiers, and keys pressed while typing or in an open dialog.
 * @param keys by `KeyboardEvent.key`, letters in lower case
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const latestKeys = useRef(keys);
  useLayoutEffect(() => {
    latestKeys.current = keys;
  });
  // A layout effect, so that the keys work as soon as their targets are visible.
  useLayoutEffect(() => {
    if (!isOn) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const action = latestKeys.current[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [isOn]);
}

const STORAGE_KEY = 'quantalgo.shortcuts';

const OFF_VALUE = 'off';

/** Users of voice input, and those who press keys by accident, can turn shortcuts off. */
export function useShortcutsEnabled(): [enabled: boolean, set: (enabled: boolean) => void] {
  const [enabled, setEnabled] = useState(() => readLocal(STORAGE_KEY) !== OFF_VALUE);
  return [
    enabled,
    (next) => {
      writeLocal(STORAGE_KEY, next ? null : OFF_VALUE);
      setEnabled(next);
    },
  ];
}

/** Hidden from screen readers, which get the key from `aria-keyshortcuts`. */
export const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded-sm border border-current px-1.5 font-sans text-xs font-semibold opacity-70 max-lg:hidden"
  >
    {children}
  </kbd>
);
