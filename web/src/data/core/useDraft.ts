import { useRef, useState } from 'react';
import { readDraft, writeDraft } from './webStorage';

interface Draft<T> {
  readonly value: T | null;
  readonly setValue: (next: T | null) => void;
  /** The current input. A render's `value` may be older. */
  readonly getLatest: () => T | null;
  /** Clears the input after saving, unless it has changed since. @returns true if it was cleared */
  readonly clearIfUnchanged: (saved: T | null) => boolean;
}

export function useDraft<T>(name: string, parse: (draft: unknown) => T | null): Draft<T> {
  const [value, setState] = useState(() => parse(readDraft(name)));
  const latest = useRef(value);
  const setValue = (next: T | null) => {
    latest.current = next;
    setState(next);
    writeDraft(name, next);
  };
  const clearIfUnchanged = (saved: T | null) => {
    if (latest.current !== saved) return false;
    setValue(null);
    return true;
  };
  return { value, setValue, getLatest: () => latest.current, clearIfUnchanged };
}
