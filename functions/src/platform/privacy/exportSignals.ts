import type { UserRecord } from '@quantalgo/contracts/account/member';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { SignalArchiveEntry } from '@quantalgo/contracts/privacy/archive';
import { type LedgerEntry, ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { getPairPayout, type Payouts } from '@quantalgo/contracts/signals/payout';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { removeStaffRights, findFirstAccess, hasReceived } from '../../domain/access/access';
import { readAccessEvents } from '../access/accessEvents';
import { parseDocument } from '../core/documents';
import { parseReadableSignals } from '../record/signals';

const PAGE_SIZE = 200;

const MAX_IN_VALUES = 30;

type EntriesBySlot = ReadonlyMap<string, readonly LedgerEntry[]>;

async function readEntries(firestore: Firestore, slots: readonly string[]): Promise<EntriesBySlot> {
  const chunks = Array.from({ length: Math.ceil(slots.length / MAX_IN_VALUES) }, (_, index) =>
    slots.slice(index * MAX_IN_VALUES, (index + 1) * MAX_IN_VALUES),
  );
  const snapshots = await Promise.all(
    chunks.map((chunk) => firestore.collection('ledger').where('slot', 'in', chunk).get()),
  );
  const entries = new Map<string, LedgerEntry[]>();
  for (const document of snapshots.flatMap(({ docs }) => docs)) {
    const entry = parseDocument(ledgerEntrySchema, document);
    if (!('slot' in entry)) continue;
    entries.set(entry.slot, [...(entries.get(entry.slot) ?? []), entry]);
  }
  return entries;
}

function toArchiveEntry(
  signal: Signal,
  entries: EntriesBySlot,
  { now, payouts }: { now: number; payouts: Payouts },
): SignalArchiveEntry {
  const signalEntries = entries.get(signal.id) ?? [];
  const findEntry = (type: LedgerEntry['type']) =>
    signalEntries.find((entry) => entry.type === type) ?? null;
  return {
    signal: toApiSignal(signal, now, getPairPayout(payouts, signal.pair)),
    ledger: { publication: findEntry('publication'), settlement: findEntry('settlement') },
  };
}

async function readSignalsAfter(firestore: Firestore, after: number) {
  const { docs } = await firestore
    .collection('signals')
    .where('createdAt', '>', Timestamp.fromMillis(after))
    .orderBy('createdAt', 'asc')
    .limit(PAGE_SIZE)
    .get();
  return { signals: parseReadableSignals(docs), next: docs[PAGE_SIZE - 1]?.id ?? null };
}

interface ExportRequest {
  readonly uid: string;
  readonly record: UserRecord;
  readonly after: string | undefined;
  /** Ignores staff rights, because the session has no second factor. */
  readonly withoutRole: boolean;
}

export async function exportSignals(
  firestore: Firestore,
  { uid, record, after, withoutRole }: ExportRequest,
  now: number,
): Promise<{ signals: SignalArchiveEntry[]; next: string | null }> {
  const steps = await readAccessEvents(firestore, uid);
  const fullHistory = { joinedAt: record.createdAt, steps, now: record };
  const history = withoutRole ? removeStaffRights(fullHistory) : fullHistory;
  const openedAt = findFirstAccess(history);
  if (openedAt === null) return { signals: [], next: null };
  // A signal published up to one slot before access could still be entered.
  const from = after === undefined ? openedAt - 2 * SLOT_MS : parseSlotId(after);
  const { signals, next } = await readSignalsAfter(firestore, from);
  const receivedSignals = signals.filter((signal) => hasReceived(history, signal));
  const entries = await readEntries(
    firestore,
    receivedSignals.map(({ id }) => id),
  );
  const context = { now, payouts: record };
  return {
    signals: receivedSignals.map((signal) => toArchiveEntry(signal, entries, context)),
    next,
  };
}
