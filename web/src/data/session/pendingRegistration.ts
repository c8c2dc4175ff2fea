import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { readLocalJson, writeLocal } from '../core/webStorage';

const KEY = 'quantalgo.pending';

/** The registration of this browser whose code is still to be entered. `sentAt`: when it was mailed last (epoch ms). */
const pendingSchema = z.object({ email: z.string(), sentAt: z.number() });
export type Pending = z.infer<typeof pendingSchema>;

function kept(): Pending | null {
  const parsed = pendingSchema.safeParse(readLocalJson(KEY));
  return parsed.success ? parsed.data : null;
}

/** Kept through reloads and restarts: codes are read in another app, and phones close what is not looked at. */
export const pending = observable<Pending | null>(kept());

/** {@link pending}; in what the build draws none is. */
export const usePending = (): Pending | null =>
  useSyncExternalStore(pending.subscribe, pending.get, () => null);

/** Remembers to whom a code was sent, or that none is awaited any more. */
export function storePending(value: Pending | null): void {
  writeLocal(KEY, value === null ? null : JSON.stringify(value));
  pending.set(value);
}
