import { useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { getCurrentUser, session } from '../../auth/currentSession';
import { observable } from '../../core/observable';
import type { choicesSchema } from './messages';

export type ImportChoices = z.infer<typeof choicesSchema>;

/** `bytes` are copied from `file` as soon as it is chosen, because it may change or disappear. */
export interface ImportDraft {
  readonly uid: string;
  readonly file: File;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null until the file has been read. */
  readonly choices: ImportChoices | null;
  readonly isSaving: boolean;
  /** Why the last save failed. */
  readonly problem: string | null;
}

/** Outside the components, because saving continues after the dialog and the Journal are closed. */
export const importDraft = observable<ImportDraft | null>(null);

session.subscribe(() => {
  const draft = importDraft.get();
  if (draft && draft.uid !== getCurrentUser()?.id) importDraft.set(null);
});

export const useImportDraft = (): ImportDraft | null =>
  useSyncExternalStore(importDraft.subscribe, importDraft.get);

/** Null removes the draft. Does nothing if another draft has replaced it. */
export function updateImportDraft(
  bytes: ImportDraft['bytes'],
  change: Partial<Pick<ImportDraft, 'choices' | 'isSaving' | 'problem'>> | null,
): void {
  const draft = importDraft.get();
  if (draft?.bytes === bytes) importDraft.set(change && { ...draft, ...change });
}

export function dismissImportProblem(): void {
  const draft = importDraft.get();
  if (draft && draft.problem !== null) importDraft.set({ ...draft, problem: null });
}
