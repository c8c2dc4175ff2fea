/** What was typed into a form and not sent yet: kept for this tab alone, through reloads. */
const PREFIX = 'quantalgo.draft.';

/** The JSON of a draft, undefined where there is none. To be parsed by a schema. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps a draft where the browser allows it; null forgets it. Never for passwords. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    return;
  }
}

/** Forgets all drafts of this tab. */
export function eraseDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
