import {
  type JournalEntry,
  journalEntrySchema,
  type JournalWrite,
  journalWriteSchema,
  type PartialFields,
} from '@quantalgo/contracts/journal/entry';
import { applyWrite, isSameContent, buildJournalWrite } from '@quantalgo/contracts/journal/write';
import { toEntryView, type JournalView } from '../../../src/data/journal/entries';
import type { JournalRow } from '../../../src/data/journal/rows';
import type { TypedOutboxItem } from '../../../src/data/outbox/item';
import { anItem } from '../outbox/anItem';

const AT = '2026-11-20T14:00:00.000Z';

/** One member's journal on the server, like `functions/src/platform/journal/journal.ts`. */
export class AServer {
  readonly entries = new Map<string, JournalEntry>();
  private readonly keys = new Set<string>();
  private seq = 0;

  write(key: string, writes: readonly JournalWrite[]): JournalEntry[] {
    if (!this.keys.has(key)) for (const write of writes) this.apply(write);
    this.keys.add(key);
    return writes.flatMap(({ id }) => this.entries.get(id) ?? []);
  }

  private apply(write: JournalWrite): void {
    const before = this.entries.get(write.id) ?? null;
    const content = applyWrite(before, write);
    if (before && isSameContent(before, content)) return;
    this.seq += 1;
    const times = { createdAt: before?.createdAt ?? AT, updatedAt: AT };
    const entry = { id: write.id, ...content, seq: this.seq, ...times };
    this.entries.set(write.id, journalEntrySchema.parse(entry));
  }

  after(place: number, most: number): JournalEntry[] {
    const later = [...this.entries.values()].filter(({ seq }) => seq > place);
    return later.sort((one, other) => one.seq - other.seq).slice(0, most);
  }
}

/** A send: complete, cut before or after the server, or by the worker, which stores nothing. */
export type Cut = 'whole' | 'before' | 'behind' | 'worker';

/** One of the member's devices: rows, outbox and position. */
export class ADevice {
  private readonly rows = new Map<string, JournalRow>();
  private items: TypedOutboxItem<'journal'>[] = [];
  private readonly born = crypto.randomUUID();
  private place = 0;

  constructor(
    readonly name: string,
    private readonly server: AServer,
  ) {}

  view = (id: string): JournalView => toEntryView(id, this.rows.get(id), this.items);

  /** Edits an entry. Returns the values that the member saw before. */
  edit(id: string, wanted: PartialFields): PartialFields {
    const write = buildJournalWrite(id, this.view(id), wanted);
    if (!write) return {};
    const content = {
      kind: 'journal' as const,
      writes: [journalWriteSchema.parse({ ...write, settled: [] })],
    };
    const seq = this.items.length + 1;
    this.items.push({ ...anItem(), id: `${this.name}-${this.born}-${seq}`, seq, content });
    return write.saw;
  }

  /** Sends the first pending item. Returns false if there is none. */
  send(cut: Cut): boolean {
    const item = this.items.find(({ state }) => state === 'waiting');
    if (!item) return false;
    if (cut === 'before') return true;
    const answer = this.server.write(
      item.id,
      item.content.writes.map((write) => journalWriteSchema.parse(write)),
    );
    if (cut === 'behind') return true;
    if (cut === 'whole') this.keep(answer);
    const seqs = Object.fromEntries(answer.map(({ id, seq }) => [id, seq] as const));
    this.items = this.items.map((one) => (one === item ? { ...one, state: 'sent', seqs } : one));
    return true;
  }

  /** Fetches a page of changes. Returns false if there is none. */
  pull(most: number): boolean {
    const entries = this.server.after(this.place, most);
    this.keep(entries);
    this.place = Math.max(this.place, ...entries.map(({ seq }) => seq));
    return entries.length > 0;
  }

  private keep(entries: readonly JournalEntry[]): void {
    for (const entry of entries)
      if ((this.rows.get(entry.id)?.seq ?? 0) < entry.seq)
        this.rows.set(entry.id, { ...entry, record: null });
  }
}
