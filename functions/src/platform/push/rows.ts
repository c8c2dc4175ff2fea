import { createHash } from 'node:crypto';
import {
  firestoreTime,
  pushPreferencesSchema,
  type PushDevice,
  type Subscription,
} from '@quantalgo/contracts';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { restsUntil } from '../../domain/push/hearing';
import { parseDocument } from '../parseDocument';

const SIGNALS_HEARD = ['none', 'basic', 'all'] as const;

/** A device that is told by push, as Firestore holds it. Times in epoch ms once parsed. */
export const rowSchema = z.object({
  uid: z.string(),
  /** With the uid, the session that it lives and ends with. */
  authTime: z.int(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  zone: z.string(),
  preferences: pushPreferencesSchema,
  pausedUntil: z.nullable(firestoreTime),
  /** By these two a signal's devices are found: which they hear, and from when on. Neither grants anything. */
  signals: z.enum(SIGNALS_HEARD),
  restsUntil: firestoreTime,
  today: z.object({ day: z.string(), told: z.int() }),
  createdAt: firestoreTime,
  seenAt: firestoreTime,
});
type RowFields = z.infer<typeof rowSchema>;

/** @property id the digest of its endpoint */
export interface Row extends RowFields {
  readonly id: string;
}

/** Kept this long after its app was last opened. */
const KEPT_MS = 60 * 24 * 60 * 60_000;

/** Names the row of a subscription: one browser's, whoever is signed in there. */
export const rowId = ({ endpoint }: Pick<Subscription, 'endpoint'>): string =>
  createHash('sha256').update(endpoint).digest('hex');

export const rowsIn = (firestore: Firestore) => firestore.collection('pushSubscriptions');

/** @throws Error where the document is not as expected */
export function rowOf(document: DocumentSnapshot): Row | null {
  const fields = parseDocument(rowSchema, document);
  return fields && { id: document.id, ...fields };
}

const timestamp = (at: number) => Timestamp.fromMillis(at);

/** The document of a row at `now` (epoch ms), by which it rests as its preferences say. */
export function rowFields(row: Omit<RowFields, 'restsUntil'>, now: number) {
  return {
    uid: row.uid,
    authTime: row.authTime,
    endpoint: row.endpoint,
    keys: row.keys,
    zone: row.zone,
    preferences: row.preferences,
    pausedUntil: row.pausedUntil === null ? null : timestamp(row.pausedUntil),
    signals: row.signals,
    restsUntil: timestamp(restsUntil(row, now)),
    today: row.today,
    createdAt: timestamp(row.createdAt),
    seenAt: timestamp(row.seenAt),
    expireAt: timestamp(row.seenAt + KEPT_MS),
  };
}

/** What its member sees of a row. */
export const toDevice = ({
  id,
  preferences,
  pausedUntil,
}: Pick<Row, 'id' | 'preferences' | 'pausedUntil'>): PushDevice => ({
  id,
  preferences,
  pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
});

/** The rows of one member. */
export async function rowsOf(firestore: Firestore, uid: string): Promise<Row[]> {
  const { docs } = await rowsIn(firestore).where('uid', '==', uid).get();
  return docs.flatMap((document) => rowOf(document) ?? []);
}
