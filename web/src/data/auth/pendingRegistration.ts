import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { readLocalJson, writeLocal } from '../core/webStorage';

const KEY = 'quantalgo.pending';

/** `sentAt`: when the code was last emailed (epoch ms). */
const pendingSchema = z.object({ email: z.string(), sentAt: z.number() });
type Pending = z.infer<typeof pendingSchema>;

function readPending(): Pending | null {
  const parsed = pendingSchema.safeParse(readLocalJson(KEY));
  return parsed.success ? parsed.data : null;
}

/**
 * Stored across restarts: the code is read in another app, and phones close pages in the
 * background.
 */
export const pendingSignUp = observable<Pending | null>(readPending());

export const usePendingSignUp = (): Pending | null =>
  useSyncExternalStore(pendingSignUp.subscribe, pendingSignUp.get, () => null);

export function storePendingSignUp(value: Pending | null): void {
  writeLocal(KEY, value === null ? null : JSON.stringify(value));
  pendingSignUp.set(value);
}
