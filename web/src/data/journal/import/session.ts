import { toCsv } from '@quantalgo/contracts/core/csv';
import {
  JOURNAL_LIMITS,
  journalFieldsSchema,
  partialFieldsSchema,
} from '@quantalgo/contracts/journal/entry';
import type { JournalContent } from '@quantalgo/contracts/journal/write';
import { parsePair } from '@quantalgo/contracts/signals/pairText';
import * as z from 'zod/mini';
import { parseDigests } from '../../storage/digests';
import type { Choices, ImportContext } from './choices';
import { guessMapping } from './columns';
import { findTrades, type TradeTable } from './findTrades';
import { indexByEntryTime } from './match';
import type { ImportReply, ImportRequest, OpenRequest, Preview } from './messages';
import { type Plan, planImport } from './plan';
import { readRows } from './readRows';
import { readTables } from './readTables';
import { toHeaderKey, UnreadableFileError } from './table';
import { suggestZone } from './zoneFits';

const entriesSchema = z.array(
  z.object({
    id: z.string(),
    fields: journalFieldsSchema,
    conflicts: z.array(partialFieldsSchema),
    record: z.string(),
  }),
);

export type JournalEntries = z.infer<typeof entriesSchema>;

const MAX_ZONE_ROWS = 800;

const MAX_LISTED_ROWS = 20;
const MAX_LISTED_ENTRIES = 30;

const toCountedList = <T>(items: readonly T[]) => ({
  count: items.length,
  first: items.slice(0, MAX_LISTED_ROWS),
});

const toAmbiguousRow = ({ line, candidates }: Plan['picked'][number]) => ({
  line,
  candidates: [...candidates],
});

/** For example EURUSD in `OANDA_EURUSD_2026-11-20.csv`. Null unless there is exactly one pair. */
function findPairInName(name: string): string | null {
  const parts = name.replace(/\.[^.]*$/, '').split(/[\s_,;()[\]-]+|\.(?=[A-Z])/);
  const pairs = new Set(parts.flatMap((part) => parsePair(part) ?? []));
  const [pair, other] = pairs;
  return pair !== undefined && other === undefined ? pair : null;
}

function toPreview(plan: Plan, choices: Choices): Preview {
  const { notes } = plan;
  const countEntries = (state: 'new' | 'changed' | 'same') =>
    plan.entries.filter((entry) => entry.state === state).length;
  const entries = plan.entries.flatMap(({ state, ...entry }) =>
    state === 'same' || state === 'removed' ? [] : [{ ...entry, state }],
  );
  const listedEntries = entries
    .slice(0, MAX_LISTED_ENTRIES)
    .map(({ id, state, cents, fields }) => ({
      id,
      state,
      cents: cents(),
      pair: fields.pair,
      direction: fields.direction,
      stakes: fields.trades.map(({ level, stake }) => ({ level, stake })),
    }));
  return {
    trades: plan.trades,
    fits: plan.fits,
    states: {
      new: countEntries('new'),
      changed: countEntries('changed'),
      same: countEntries('same'),
    },
    removed: plan.entries.filter(({ wasRemoved }) => wasRemoved).length,
    entries: { count: entries.length, first: listedEntries },
    outside: toCountedList(plan.outside),
    older: plan.older,
    bad: toCountedList(plan.bad),
    undecided: toCountedList(plan.undecided.map(toAmbiguousRow)),
    picked: plan.picked.map(toAmbiguousRow),
    others: plan.others,
    dayOrder: plan.dayOrder,
    zones: [...plan.zones],
    needsPair: choices.mapping.pair === undefined && choices.mapping.signal === undefined,
    withoutStake: notes.withoutStake,
    addedUp: toCountedList(notes.addedUp),
    repeats: toCountedList(notes.repeats),
    unclearPrices: toCountedList(notes.unclearPrices),
    shortened: toCountedList(notes.shortened),
  };
}

const FAILED_TEXT =
  'This file can’t be read. Export it again as CSV or XLSX, then choose that file.';

export class ImportSession {
  #entries = new Map<string, JournalContent>();
  #records: string[] = [];
  #lastReply: Promise<unknown> = Promise.resolve();
  #open: { readonly table: TradeTable; readonly context: ImportContext; plan: Plan } | null = null;
  /** Of the plan that is being fetched, which a new preview doesn’t replace halfway. */
  #writes: Plan['writes'] = [];

  handle(request: ImportRequest): Promise<ImportReply> {
    const reply = this.#lastReply.then(() => this.#handleSafely(request));
    this.#lastReply = reply;
    return reply;
  }

  async #handleSafely(request: ImportRequest): Promise<ImportReply> {
    try {
      return await this.#handle(request);
    } catch (error) {
      return {
        type: 'failed',
        problem: error instanceof UnreadableFileError ? error.message : FAILED_TEXT,
      };
    }
  }

  #handle(request: ImportRequest): ImportReply | Promise<ImportReply> {
    switch (request.type) {
      case 'add-entries':
        return this.#addEntries(request.entries);
      case 'open':
        return this.#read(request);
      case 'preview':
        return { type: 'preview', preview: this.#preview(request.choices) };
      case 'writes':
        return this.#getWrites(request.from);
      case 'skipped-rows':
        return { type: 'skipped-rows', csv: this.#formatSkippedRows() };
    }
  }

  #addEntries(text: string): ImportReply {
    for (const { id, fields, conflicts, record } of entriesSchema.parse(JSON.parse(text))) {
      this.#entries.set(id, { ...fields, conflicts });
      if (record !== '') this.#records.push(record);
    }
    return { type: 'entries-added' };
  }

  async #read({
    bytes,
    name,
    remembered,
    choices,
    digests,
    ...fields
  }: OpenRequest): Promise<ImportReply> {
    const signals = [...this.#records, ...digests].flatMap(parseDigests);
    const context = { ...fields, received: indexByEntryTime(signals), entries: this.#entries };
    const table = findTrades(await readTables(bytes));
    const header = [...table.header];
    const previous = remembered.find((entry) => entry.header === toHeaderKey(header));
    const initial = choices ?? {
      ...this.#suggest(table, context, previous),
      pair: findPairInName(name),
    };
    this.#open = { table, context, plan: planImport(table, initial, context) };
    const preview = toPreview(this.#open.plan, initial);
    return {
      type: 'opened',
      sheets: [...table.sheets],
      leftOut: [...table.leftOut],
      header,
      choices: initial,
      preview,
    };
  }

  #suggest(
    table: TradeTable,
    { received, memberZones }: ImportContext,
    previous: Pick<Choices, 'mapping' | 'dayOrder' | 'zone'> | undefined,
  ): Omit<Choices, 'pair' | 'picks'> & { picks: Record<string, string> } {
    const defaults = { repeats: 'once', importsRemoved: false, picks: {} } as const;
    if (previous) {
      const { mapping, dayOrder, zone } = previous;
      return { mapping, dayOrder, zone, ...defaults };
    }
    const cells = table.rows.map((row) => row.cells);
    const reading = { mapping: guessMapping(table.header, cells), dayOrder: null };
    const step = Math.ceil(table.rows.length / MAX_ZONE_ROWS);
    const sample = { ...table, rows: table.rows.filter((_, index) => index % step === 0) };
    const { rows } = readRows(sample, { ...reading, pair: null });
    return { ...reading, zone: suggestZone(rows, received, memberZones), ...defaults };
  }

  #preview(choices: Choices): Preview {
    if (!this.#open) throw new Error('No file is open');
    const { table, context } = this.#open;
    this.#open.plan = planImport(table, choices, context);
    return toPreview(this.#open.plan, choices);
  }

  #getWrites(from: number): ImportReply {
    if (from === 0) this.#writes = this.#open?.plan.writes ?? [];
    const writes = this.#writes;
    const to = from + JOURNAL_LIMITS.writes;
    return {
      type: 'writes',
      writes: writes.slice(from, to),
      next: to < writes.length ? to : null,
    };
  }

  #formatSkippedRows(): string {
    if (!this.#open) throw new Error('No file is open');
    const { table, plan } = this.#open;
    const cells = new Map(table.rows.map((row) => [row.line, row.cells]));
    const rows = [
      ...plan.outside,
      ...plan.bad,
      ...plan.undecided.map(({ line }) => ({ line, reason: 'it fits more than one signal' })),
    ].sort((a, b) => a.line - b.line);
    return toCsv([
      ['Row', 'Reason', ...table.header],
      ...rows.map(({ line, reason }) => [line, reason, ...(cells.get(line) ?? [])]),
    ]);
  }
}
