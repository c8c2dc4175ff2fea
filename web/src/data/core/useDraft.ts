import { useRef, useState } from 'react';
import { readDraft, writeDraft } from './webStorage';

interface Draft<T> {
  readonly typed: T | null;
  readonly type: (next: T | null) => void;
  /** The current input. A render's `typed` may be older. */
  readonly newest: () => T | null;
  /** Clears the input after saving, unless it has changed since. @returns true if it was cleared */
  readonly drop: (stored: T | null) => boolean;
}

export function useDraft<T>(name: string, parse: (draft: unknown) => T | null): Draft<T> {
  const [typed, setTyped] = useState(() => parse(readDraft(name)));
  const newest = useRef(typed);
  const type = (next: T | null) => {
    newest.current = next;
    setTyped(next);
    writeDraft(name, next);
  };
  const clearStored = (stored: T | null) => {
    if (newest.current !== stored) return false;
    type(null);
    return true;
  };
  return { typed, type, newest: () => newest.current, drop: clearStored };
}
