import { slotIdSchema } from '@quantalgo/contracts/core/slotId';
import { firestoreTime, isoTime } from '@quantalgo/contracts/core/time';
import { type Marked, markedSchema } from '@quantalgo/contracts/record/inventory';
import { receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { readSignals, type ReceivedSignal } from './digests';
import type { SentDocument } from './documents';

/** A signal that this build can't read, unparsed: as a document with times in epoch ms, or as listed by the API. */
export interface UnreadSignal {
  readonly id: string;
  readonly form: 'document' | 'api';
  readonly raw: unknown;
}

/** Received signals: those that this build can read, and the unread others. */
export interface Batch {
  readonly signals: readonly Signal[];
  readonly unread: readonly UnreadSignal[];
}

/** A document's value as IndexedDB can store it: times in epoch ms, without the SDK's classes. */
function plain(value: unknown): unknown {
  const time = firestoreTime.safeParse(value);
  if (time.success) return time.data;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

/** Reads documents one by one, so that an unreadable one doesn't affect others. */
export function readDocuments(documents: readonly SentDocument[]): Batch {
  const signals: Signal[] = [];
  const unread: UnreadSignal[] = [];
  for (const document of documents) {
    const data = document.data();
    const parsed = signalDocumentSchema.safeParse(data);
    if (parsed.success) signals.push(parsed.data);
    else unread.push({ id: document.id, form: 'document', raw: plain(data) });
  }
  return { signals, unread };
}

const named = z.object({ id: slotIdSchema });

/** Reads signals listed by the API one by one; drops those without a readable id. */
export function readListed(rows: readonly unknown[]): Batch {
  const signals: Signal[] = [];
  const unread: UnreadSignal[] = [];
  for (const row of rows) {
    const parsed = receivedSignalSchema.safeParse(row);
    const id = named.safeParse(row).data?.id;
    if (parsed.success) signals.push(parsed.data);
    else if (id !== undefined) unread.push({ id, form: 'api', raw: row });
  }
  return { signals, unread };
}

const quarantinedSchema = z.object({
  id: z.string(),
  form: z.enum(['document', 'api']),
  raw: z.unknown(),
  receivedAt: z.number(),
  live: z.boolean(),
});

/** A row of the quarantine. */
type Quarantined = z.infer<typeof quarantinedSchema>;

/** The rows of the quarantine in this build's format. */
export const readQuarantined = (rows: readonly unknown[]): Quarantined[] =>
  rows.flatMap((row) => quarantinedSchema.safeParse(row).data ?? []);

const fieldsOf = (raw: unknown) => z.record(z.string(), z.unknown()).safeParse(raw).data;

const timeIn = { document: z.number(), api: isoTime };

/** When an unread signal last changed (epoch ms); null if that can't be read either. */
export function changedAt({ form, raw }: UnreadSignal): number | null {
  return z.object({ updatedAt: timeIn[form] }).safeParse(raw).data?.updatedAt ?? null;
}

const endedSchema = z.object({ settlement: z.object({ settledAt: isoTime }) });

/** The fields of an unread signal that its mark is computed from; null if these can't be read either. */
export function markedOf({ form, raw }: UnreadSignal): Marked | null {
  if (form === 'document') return markedSchema.safeParse(raw).data ?? null;
  const settledAt = endedSchema.safeParse(raw).data?.settlement.settledAt;
  const known = { ...fieldsOf(raw) };
  if (settledAt !== undefined)
    known['settlement'] = { ...fieldsOf(known['settlement']), settledAt };
  return markedSchema.safeParse(known).data ?? null;
}

/** A quarantined signal, if this build can read it. */
export function reread({ form, raw, receivedAt, live }: Quarantined): ReceivedSignal | null {
  if (form === 'document') {
    const row = { ...fieldsOf(raw), receivedAt, live };
    return readSignals([row])[0] ?? null;
  }
  const { data } = receivedSignalSchema.safeParse(raw);
  return data ? { ...data, receivedAt, live } : null;
}

/** The audience of an unread signal, as far as it can be read. */
export const audienceIn = ({ raw }: UnreadSignal): string | null =>
  z.object({ audience: z.string() }).safeParse(raw).data?.audience ?? null;
