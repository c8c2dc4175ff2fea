export const SCREEN_KEY = 'quantalgo.screen ';

/**
 * Texts that localStorage refused, retained until the page closes. Each applies only while the
 * stored text is still `storedText`, so another tab's change takes precedence.
 */
const unstoredTexts = new Map<
  string,
  { readonly text: string; readonly storedText: string | null }
>();

function accessStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(localStorage);
  } catch {
    return null;
  }
}

const readStored = (key: string): string | null => accessStorage((storage) => storage.getItem(key));

export function readLocal(key: string): string | null {
  const text = readStored(key);
  const entry = unstoredTexts.get(key);
  return entry?.storedText === text ? entry.text : text;
}

const tryStore = (key: string, text: string): boolean =>
  accessStorage((storage) => {
    storage.setItem(key, text);
    return true;
  }) ?? false;

/**
 * Null removes the key. If the storage is full, deletes the stored screens. If that isn't enough,
 * retains the text in memory only.
 */
export function writeLocal(key: string, text: string | null): void {
  unstoredTexts.delete(key);
  if (text === null) accessStorage((storage) => storage.removeItem(key));
  else if (!tryStore(key, text)) {
    removeLocal(SCREEN_KEY);
    if (!tryStore(key, text)) unstoredTexts.set(key, { text, storedText: readStored(key) });
  }
}

export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '');
  } catch {
    return undefined;
  }
}

export function removeLocal(prefix: string): void {
  for (const key of unstoredTexts.keys()) if (key.startsWith(prefix)) unstoredTexts.delete(key);
  accessStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}

const DRAFT_PREFIX = 'quantalgo.draft.';

let draftOwner = '';

/**
 * Prevents reading another member's drafts: a discarded tab misses the end of a session, and is
 * restored with its input.
 */
export function setDraftOwner(uid: string | null): void {
  draftOwner = uid ?? '';
}

const getDraftKey = (name: string) => `${DRAFT_PREFIX}${draftOwner}.${name}`;

/** iOS ends an installed app in the background, and its sessionStorage with it. */
const selectDraftStorage = (): Storage =>
  matchMedia('(display-mode: standalone)').matches ? localStorage : sessionStorage;

const selectTabStorage = (): Storage => sessionStorage;

function readFrom(selectStorage: () => Storage, name: string): unknown {
  try {
    return JSON.parse(selectStorage().getItem(getDraftKey(name)) ?? '');
  } catch {
    return undefined;
  }
}

function tryWriteTo(selectStorage: () => Storage, name: string, value: unknown): boolean {
  try {
    if (value === null) selectStorage().removeItem(getDraftKey(name));
    else selectStorage().setItem(getDraftKey(name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Input that the member hasn't submitted. */
export const readDraft = (name: string): unknown => readFrom(selectDraftStorage, name);

/** Null removes the draft. If the storage is full, deletes the stored screens. */
export function writeDraft(name: string, value: unknown): void {
  if (tryWriteTo(selectDraftStorage, name, value)) return;
  removeLocal(SCREEN_KEY);
  tryWriteTo(selectDraftStorage, name, value);
}

/** What belongs to this tab's history, such as the scroll position. */
export const readTabState = (name: string): unknown => readFrom(selectTabStorage, name);

export const writeTabState = (name: string, value: unknown): void =>
  void tryWriteTo(selectTabStorage, name, value);

/** @param owner the member whose drafts stay */
export function eraseDrafts(owner?: string): void {
  try {
    const isErased = (key: string) =>
      key.startsWith(DRAFT_PREFIX) && !key.startsWith(`${DRAFT_PREFIX}${owner}.`);
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (isErased(key)) storage.removeItem(key);
  } catch {
    return;
  }
}
