import {
  LEDGER_PAGE_SIZE,
  ledgerEntrySchema,
  type LedgerHead,
  type Stamp,
} from '@quantalgo/contracts';
import type { ExportFormat } from './messages';
import type { PageSource } from './pages';

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
type Row = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/** Characters with which a spreadsheet's formula can begin. */
const FORMULA = /^[=+\-@\t\r]/;

/** A CSV cell (RFC 4180). Text that a spreadsheet would execute gets a leading apostrophe; numbers remain numbers. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cells of an entry; empty if it can't be parsed. */
function rowOf(given: unknown): Row {
  const entry = ledgerEntrySchema.safeParse(given).data;
  if (!entry) return {};
  const { seq, at, type, source, prev, hash } = entry;
  const common = { seq, at, type, source, prev, hash };
  if (entry.type === 'publication')
    return { ...common, slot: entry.slot, commitment: entry.commitment };
  if (entry.type === 'miss') return { ...common, slot: entry.slot, reason: entry.reason };
  if (entry.type === 'closed') return { ...common, slot: entry.from, to: entry.to };
  if (entry.type === 'genesis') return { ...common, reason: entry.ledgerId };
  if (entry.type === 'confirmation') {
    const { slot, go, close } = entry;
    const outcome = go ? 'go' : 'no go';
    return {
      ...common,
      slot,
      outcome,
      closes: close.price ?? 'none',
      reason: close.reason ?? null,
    };
  }
  const closes = entry.closes.map(({ price }) => price ?? 'none').join(' ');
  const judged = { slot: entry.slot, outcome: entry.outcome, level: entry.level, closes };
  if (entry.type === 'correction') return { ...common, ...judged };
  const { signal, salt } = entry;
  return {
    ...common,
    ...judged,
    salt,
    pair: signal.pair,
    direction: signal.direction,
    strategy: signal.strategy,
    confidence: signal.confidence.value,
    'first entry': signal.firstEntry.value,
    'entry price': signal.entryPrice,
  };
}

const lineOf = (cells: readonly (string | number | null | undefined)[]) =>
  `${cells.map(csvCell).join(',')}\r\n`;

/** A page of entries as lines of CSV. */
export function csvLines(entries: readonly unknown[]): string {
  const rows = entries.map(rowOf);
  return rows.map((row) => lineOf(COLUMNS.map((column) => row[column]))).join('');
}

const FORMATS = {
  json: {
    type: 'application/json',
    begin: (head: LedgerHead) => `{"head":${JSON.stringify(head)},"entries":[\n`,
    page: (entries: readonly unknown[]) =>
      entries.map((entry) => JSON.stringify(entry)).join(',\n'),
    between: ',\n',
    end: (stamps: readonly Stamp[]) => `\n],"stamps":${JSON.stringify(stamps)}}\n`,
  },
  csv: {
    type: 'text/csv',
    begin: () => lineOf(COLUMNS),
    page: csvLines,
    between: '',
    end: () => '',
  },
} as const;

/** The whole ledger as a file, built page by page, so that it is never in memory as a whole. */
export async function exportLedger(
  head: LedgerHead,
  source: PageSource,
  stamps: readonly Stamp[],
  format: ExportFormat,
): Promise<Blob> {
  const { type, begin, page, between, end } = FORMATS[format];
  const parts: Blob[] = [new Blob([begin(head)])];
  const last = Math.floor(head.seq / LEDGER_PAGE_SIZE);
  for (let number = 0; number <= last; number += 1) {
    if (number > 0) parts.push(new Blob([between]));
    parts.push(new Blob([page(await source.page(number))]));
  }
  return new Blob([...parts, end(stamps)], { type });
}
