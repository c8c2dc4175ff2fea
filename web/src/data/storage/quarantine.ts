import { firestoreTimeSchema, isoTimeSchema } from '@quantalgo/contracts/core/time';
import { type HashedFields, hashedFieldsSchema } from '@quantalgo/contracts/record/inventory';
import { receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { readSignals, type ReceivedSignal } from './digests';
import type { RawDocument } from './documents';
import { slotIdSchema } from '@quantalgo/contracts/core/slots';

/**
 * A signal that this build can't parse. `document`: times in epoch ms. `api`: as the API lists it.
 */
export interface UnparsedSignal {
  readonly id: string;
  readonly form: 'document' | 'api';
  readonly raw: unknown;
}

export interface Batch {
  readonly signals: readonly Signal[];
  readonly unparsed: readonly UnparsedSignal[];
}

/** Converts a document's value for IndexedDB: times to epoch ms, without the SDK's classes. */
function toPlain(value: unknown): unknown {
  const time = firestoreTimeSchema.safeParse(value);
  if (time.success) return time.data;
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toPlain(part)]));
}

export function readDocuments(documents: readonly RawDocument[]): Batch {
  const signals: Signal[] = [];
  const unparsed: UnparsedSignal[] = [];
  for (const document of documents) {
    const data = document.data();
    const parsed = signalDocumentSchema.safeParse(data);
    if (parsed.success) signals.push(parsed.data);
    else unparsed.push({ id: document.id, form: 'document', raw: toPlain(data) });
  }
  return { signals, unparsed };
}

const idSchema = z.object({ id: slotIdSchema });

export function parseListedSignals(rows: readonly unknown[]): Batch {
  const signals: Signal[] = [];
  const unparsed: UnparsedSignal[] = [];
  for (const row of rows) {
    const parsed = receivedSignalSchema.safeParse(row);
    const id = idSchema.safeParse(row).data?.id;
    if (parsed.success) signals.push(parsed.data);
    else if (id !== undefined) unparsed.push({ id, form: 'api', raw: row });
  }
  return { signals, unparsed };
}

const quarantinedSchema = z.object({
  id: z.string(),
  form: z.enum(['document', 'api']),
  raw: z.unknown(),
  receivedAt: z.number(),
  live: z.boolean(),
});

type Quarantined = z.infer<typeof quarantinedSchema>;

export const readQuarantined = (rows: readonly unknown[]): Quarantined[] =>
  rows.flatMap((row) => quarantinedSchema.safeParse(row).data ?? []);

const toFields = (raw: unknown) => z.record(z.string(), z.unknown()).safeParse(raw).data;

const timeSchemas = { document: z.number(), api: isoTimeSchema };

/** Epoch ms; null if unreadable. */
export function readChangeTime({ form, raw }: UnparsedSignal): number | null {
  return z.object({ updatedAt: timeSchemas[form] }).safeParse(raw).data?.updatedAt ?? null;
}

const settledSchema = z.object({ settlement: z.object({ settledAt: isoTimeSchema }) });

export function readHashedFields({ form, raw }: UnparsedSignal): HashedFields | null {
  if (form === 'document') return hashedFieldsSchema.safeParse(raw).data ?? null;
  const settledAt = settledSchema.safeParse(raw).data?.settlement.settledAt;
  const fields = { ...toFields(raw) };
  if (settledAt !== undefined)
    fields['settlement'] = { ...toFields(fields['settlement']), settledAt };
  return hashedFieldsSchema.safeParse(fields).data ?? null;
}

export function parseQuarantined({
  form,
  raw,
  receivedAt,
  live,
}: Quarantined): ReceivedSignal | null {
  if (form === 'document') {
    const row = { ...toFields(raw), receivedAt, live };
    return readSignals([row])[0] ?? null;
  }
  const { data } = receivedSignalSchema.safeParse(raw);
  return data ? { ...data, receivedAt, live } : null;
}

export const readAudience = ({ raw }: UnparsedSignal): string | null =>
  z.object({ audience: z.string() }).safeParse(raw).data?.audience ?? null;
