import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, writeDraft } from './webStorage';

/** What is typed into a form and not stored yet, null for nothing. It survives a reload of the tab. */
interface Draft<T> {
  readonly typed: T | null;
  readonly type: (next: T | null) => void;
  /** What is typed by now, which `typed` of an earlier render isn't. */
  readonly newest: () => T | null;
  /** Forgets what was typed, as it is stored now, unless something else has been typed since. @returns whether it did */
  readonly drop: (stored: T | null) => boolean;
}

/** The draft of this name. @param read what a form begins with, from the draft of before a reload */
export function useDraft<T>(name: string, read: (draft: unknown) => T | null): Draft<T> {
  const [typed, setTyped] = useState(() => read(readDraft(name)));
  const newest = useRef(typed);
  const type = (next: T | null) => {
    newest.current = next;
    setTyped(next);
    writeDraft(name, next);
  };
  const drop = (stored: T | null) => {
    if (newest.current !== stored) return false;
    type(null);
    return true;
  };
  return { typed, type, newest: () => newest.current, drop };
}

const readText = (draft: unknown): string | null => z.string().safeParse(draft).data ?? null;

/** As {@link useDraft}, of a single text. */
export function useTextDraft(name: string) {
  const { typed, type, drop } = useDraft(name, readText);
  return {
    text: typed ?? '',
    type: (next: string) => type(next === '' ? null : next),
    drop,
  };
}
