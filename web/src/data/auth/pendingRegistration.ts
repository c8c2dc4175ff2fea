import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { readLocalJson, writeLocal } from '../core/webStorage';

const KEY = 'quantalgo.pending';

/** This browser's registration whose code isn't entered yet. `sentAt`: when the code was last mailed (epoch ms). */
const pendingSchema = z.object({ email: z.string(), sentAt: z.number() });
type Pending = z.infer<typeof pendingSchema>;

function kept(): Pending | null {
  const parsed = pendingSchema.safeParse(readLocalJson(KEY));
  return parsed.success ? parsed.data : null;
}

/** Stored across reloads and restarts: codes are read in another app, and phones close pages in the background. */
export const pending = observable<Pending | null>(kept());

/** {@link pending}; null in prerendered documents. */
export const usePending = (): Pending | null =>
  useSyncExternalStore(pending.subscribe, pending.get, () => null);

/** Stores the registration to which a code was sent; null if none is awaited any more. */
export function storePending(value: Pending | null): void {
  writeLocal(KEY, value === null ? null : JSON.stringify(value));
  pending.set(value);
}
