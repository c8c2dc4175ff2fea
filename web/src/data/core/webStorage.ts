/** What localStorage would hold where the browser denies it: kept until the page closes. */
const memory = new Map<string, string>();

/** The text kept under `key`, null where there is none. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps `text` under `key`; null removes it. Where the browser refuses, it is kept in memory alone. */
export function writeLocal(key: string, text: string | null): void {
  memory.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== null) memory.set(key, text);
  }
}

/** The JSON kept under `key`, undefined where there is none or it is broken. To be parsed by a schema. */
export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Removes all that is kept under keys that begin with `prefix`. */
export function removeLocal(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    return;
  }
}

/** What was typed into a form and not sent yet: kept for this tab alone, through reloads. */
const DRAFT_PREFIX = 'quantalgo.draft.';

/** The JSON of a draft, undefined where there is none. To be parsed by a schema. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT_PREFIX + name) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps a draft where the browser allows it; null forgets it. Never for passwords. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(DRAFT_PREFIX + name);
    else sessionStorage.setItem(DRAFT_PREFIX + name, JSON.stringify(value));
  } catch {
    return;
  }
}

/** Forgets all drafts of this tab. */
export function eraseDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
