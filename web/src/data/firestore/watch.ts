import { doc, onSnapshot, type Firestore } from 'firebase/firestore';
import {
  heartbeatSchema,
  performanceCountersSchema,
  performanceOf,
  slotStartOfId,
  toUser,
  userDocumentSchema,
  type Audience,
  type Performance,
  type Signal,
  type User,
} from '@quantalgo/contracts';
import type * as z from 'zod/mini';
import { changedSince, parseSignals } from './signals';

type Stop = () => void;
type OnError = (error: unknown) => void;

/** Follows one document as the server has it: each version that this client can read. */
function watchDocument<S extends z.ZodMiniType>(
  firestore: Firestore,
  path: string,
  schema: S,
  onVersion: (version: z.output<S>) => void,
  onError: OnError,
): Stop {
  return onSnapshot(
    doc(firestore, path),
    { includeMetadataChanges: true },
    (snapshot) => {
      const parsed = schema.safeParse(snapshot.data());
      if (!snapshot.metadata.fromCache && parsed.success) onVersion(parsed.data);
    },
    onError,
  );
}

/** Follows the member's own record. */
export const watchUser = (
  firestore: Firestore,
  uid: string,
  onUser: (user: User) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    `users/${uid}`,
    userDocumentSchema,
    (record) => onUser(toUser(uid, record)),
    onError,
  );

/** Follows the heartbeat: `onSlot` is told the start (epoch ms) of its slot. */
export const watchHeartbeat = (
  firestore: Firestore,
  onSlot: (slot: number) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    'status/heartbeat',
    heartbeatSchema,
    ({ slot }) => onSlot(slotStartOfId(slot)),
    onError,
  );

/** Follows the figures of the record. */
export const watchPerformance = (
  firestore: Firestore,
  onFigures: (figures: Performance) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    'stats/performance',
    performanceCountersSchema,
    (counters) => onFigures(performanceOf(counters)),
    onError,
  );

/** What the stream of signals brings. */
export interface SignalHandlers {
  /** Signals new or changed; `live` when the stream was open and complete before they came. */
  readonly onSignals: (signals: Signal[], live: boolean) => void;
  /** The stream became complete, or lost the server. */
  readonly onOpen: (open: boolean) => void;
  readonly onError: OnError;
}

/** Follows the signals of these audiences that change after `cursor` (epoch ms). */
export function watchSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  cursor: number,
  { onSignals, onOpen, onError }: SignalHandlers,
): Stop {
  let open = false;
  return onSnapshot(
    changedSince(firestore, audiences, cursor),
    { includeMetadataChanges: true },
    (snapshot) => {
      const changed = snapshot.docChanges().filter(({ type }) => type !== 'removed');
      onSignals(parseSignals(changed.map((change) => change.doc)), open);
      if (open === !snapshot.metadata.fromCache) return;
      open = !open;
      onOpen(open);
    },
    onError,
  );
}
