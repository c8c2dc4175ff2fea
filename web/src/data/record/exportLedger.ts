import { BYTE_ORDER_MARK, type CsvValue, toCsv } from '@quantalgo/contracts/core/csv';
import { ledgerEntrySchema, type Stamp } from '@quantalgo/contracts/record/ledger/entry';
import { parseLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import * as z from 'zod/mini';
import type { BundleSource, StoredCheckpoint } from './bundles';
import { parseCheckpointNote } from './log';
import type { ExportFormat } from './messages';

const COLUMNS = [
  'seq',
  'at',
  'type',
  'slot',
  'to',
  'pair',
  'direction',
  'strategy',
  'confidence',
  'first entry',
  'entry price',
  'outcome',
  'level',
  'closes',
  'reason',
  'source',
  'commitment',
  'salt',
  'prev',
  'hash',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], CsvValue>>;

const cellSchema = z.catch(z.optional(z.union([z.number(), z.string()])), undefined);

const unknownEntrySchema = z.object({
  seq: cellSchema,
  at: cellSchema,
  type: cellSchema,
  slot: cellSchema,
  prev: cellSchema,
  hash: cellSchema,
});

const UNKNOWN_REASON =
  'This version of the app can’t read this entry. The JSON export contains it.';

function toRow(raw: unknown): Row {
  const entry = ledgerEntrySchema.safeParse(raw).data;
  if (!entry) return { ...unknownEntrySchema.parse(raw), reason: UNKNOWN_REASON };
  const { seq, at, type, source, prev, hash } = entry;
  const common = { seq, at, type, source, prev, hash };
  if (entry.type === 'publication')
    return { ...common, slot: entry.slot, commitment: entry.commitment };
  if (entry.type === 'miss') return { ...common, slot: entry.slot, reason: entry.reason };
  if (entry.type === 'closed') return { ...common, slot: entry.from, to: entry.to };
  if (entry.type === 'genesis') return { ...common, reason: entry.ledgerId };
  if (entry.type === 'confirmation') {
    const { slot, go, close } = entry;
    const outcome = go ? 'go' : 'no-go';
    return {
      ...common,
      slot,
      outcome,
      closes: close.price ?? 'none',
      reason: close.reason ?? null,
    };
  }
  const closes = entry.closes.map(({ price }) => price ?? 'none').join(' ');
  const outcomeCells = { slot: entry.slot, outcome: entry.outcome, level: entry.level, closes };
  if (entry.type === 'correction') return { ...common, ...outcomeCells };
  const { signal, salt } = entry;
  return {
    ...common,
    ...outcomeCells,
    salt,
    pair: signal.pair,
    direction: signal.direction,
    strategy: signal.strategy,
    confidence: signal.confidence.value,
    'first entry': signal.firstEntry.value,
    'entry price': signal.entryPrice,
  };
}

export function toCsvLines(entries: readonly unknown[]): string {
  const rows = entries.map(toRow);
  return toCsv(rows.map((row) => COLUMNS.map((column) => row[column])));
}

const FORMATS = {
  json: {
    type: 'application/json',
    begin: ({ note, key }: StoredCheckpoint) =>
      `{"checkpoint":${JSON.stringify(note)},"key":${JSON.stringify(key)},"entries":[\n`,
    formatEntries: (entries: readonly string[]) => entries.join(',\n'),
    separator: ',\n',
    end: (stamps: readonly Stamp[]) => `\n],"stamps":${JSON.stringify(stamps)}}\n`,
  },
  csv: {
    type: 'text/csv',
    begin: () => `${BYTE_ORDER_MARK}${toCsv([COLUMNS])}`,
    formatEntries: (entries: readonly string[]) =>
      toCsvLines(entries.map((entry): unknown => JSON.parse(entry))),
    separator: '',
    end: () => '',
  },
} as const;

/** Built bundle by bundle, because the whole ledger might not fit into memory. */
export async function exportLedger(
  checkpoint: StoredCheckpoint,
  source: Pick<BundleSource, 'count' | 'bundle'>,
  stamps: readonly Stamp[],
  format: ExportFormat,
): Promise<Blob> {
  const { type, begin, formatEntries, separator, end } = FORMATS[format];
  const decoder = new TextDecoder();
  const parts: Blob[] = [new Blob([begin(checkpoint)])];
  for (let index = 0; index < source.count; index += 1) {
    if (index > 0) parts.push(new Blob([separator]));
    const entries = (await source.bundle(index)).map((leaf) => decoder.decode(leaf));
    parts.push(new Blob([formatEntries(entries)]));
  }
  const { origin, size } = parseCheckpointNote(checkpoint.note);
  const ledgerId = parseLogOrigin(origin);
  // The stored checkpoint may be older than the newest stamp, whose entry the export then lacks.
  const coveredStamps = stamps.filter((stamp) => stamp.ledgerId === ledgerId && stamp.seq < size);
  return new Blob([...parts, end(coveredStamps)], { type });
}
