import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { readLocalJson, writeLocal } from '../core/webStorage';

const PENDING_SIGN_UP_KEY = 'quantalgo.pending';

/** `sentAt`: when the code was last emailed (epoch ms). */
const pendingSchema = z.object({ email: z.string(), sentAt: z.number() });
type PendingSignUp = z.infer<typeof pendingSchema>;

function readPending(): PendingSignUp | null {
  const parsed = pendingSchema.safeParse(readLocalJson(PENDING_SIGN_UP_KEY));
  return parsed.success ? parsed.data : null;
}

/**
 * Stored across restarts: the code is read in another app, and phones close pages in the
 * background.
 */
export const pendingSignUp = observable<PendingSignUp | null>(readPending());

export const usePendingSignUp = (): PendingSignUp | null =>
  useSyncExternalStore(pendingSignUp.subscribe, pendingSignUp.get, () => null);

export function storePendingSignUp(value: PendingSignUp | null): void {
  writeLocal(PENDING_SIGN_UP_KEY, value === null ? null : JSON.stringify(value));
  pendingSignUp.set(value);
}
