/** Prefix of the localStorage keys of screens as last displayed; the screen's path follows. */
export const SCREEN_KEY = 'quantalgo.screen ';

/**
 * Texts that localStorage refused, which last until the page closes. Each replaces the text that is stored under its key
 * (`over`), until another tab changes that one.
 */
const memory = new Map<string, { readonly text: string; readonly over: string | null }>();

/** The result of `access`; null if the browser denies localStorage. */
function inStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(localStorage);
  } catch {
    return null;
  }
}

const stored = (key: string): string | null => inStorage((storage) => storage.getItem(key));

/** The text stored under `key`, null if there is none. */
export function readLocal(key: string): string | null {
  const text = stored(key);
  const kept = memory.get(key);
  return kept?.over === text ? kept.text : text;
}

/** Whether localStorage took the text. */
const isTaken = (key: string, text: string): boolean =>
  inStorage((storage) => {
    storage.setItem(key, text);
    return true;
  }) ?? false;

/**
 * Stores `text` under `key`; null removes it. Where the browser has no room, the screens that are stored for the first
 * paint make way. If it refuses even so, the text is only stored in memory.
 */
export function writeLocal(key: string, text: string | null): void {
  memory.delete(key);
  if (text === null) inStorage((storage) => storage.removeItem(key));
  else if (!isTaken(key, text)) {
    removeLocal(SCREEN_KEY);
    if (!isTaken(key, text)) memory.set(key, { text, over: stored(key) });
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
  inStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
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
