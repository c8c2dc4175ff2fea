/** Substitute for localStorage if the browser denies it: lasts until the page closes. */
const memory = new Map<string, string>();

/** The text stored under `key`, null if there is none. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores `text` under `key`; null removes it. If the browser refuses, it is only stored in memory. */
export function writeLocal(key: string, text: string | null): void {
  memory.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== null) memory.set(key, text);
  }
}

/** The JSON stored under `key`, undefined if it is missing or broken. To be parsed by a schema. */
export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Removes all keys that begin with `prefix`. */
export function removeLocal(prefix: string): void {
  for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key);
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    return;
  }
}

/** Drafts: form input that isn't sent yet, stored for this tab only, across reloads. */
const DRAFT_PREFIX = 'quantalgo.draft.';

/** Whose drafts are read and written: a member's uid, or nothing for visitors. */
let draftOwner = '';

/**
 * Reads and writes drafts of this member from now on, null for visitors. Those of others stay unread: a tab that the system
 * discarded hears of no session's end, and comes back with what was typed before.
 */
export function openDraftsOf(uid: string | null): void {
  draftOwner = uid ?? '';
}

const draftKey = (name: string) => `${DRAFT_PREFIX}${draftOwner}.${name}`;

/** The JSON of a draft, undefined if there is none. To be parsed by a schema. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(name)) ?? '');
  } catch {
    return undefined;
  }
}

/** Stores a draft if the browser allows it; null deletes it. Never for passwords. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(draftKey(name));
    else sessionStorage.setItem(draftKey(name), JSON.stringify(value));
  } catch {
    return;
  }
}

/** Deletes all drafts of this tab. */
export function eraseDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
