import {
  type AccessEventDocument,
  accessEventDocumentSchema,
} from '@quantalgo/contracts/access/accessEvent';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import { SLOT_MS, slotStartOfId } from '@quantalgo/contracts/core/slots';
import type { ReceivedProof } from '@quantalgo/contracts/privacy/archive';
import { type LedgerEntry, ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { asMember, firstAccessAt, hasReceived } from '../../domain/access/access';
import { parseDocument } from '../core/documents';

/** Signals that are read for one page. */
const PAGE = 200;

/** Most values in an `in` query of Firestore. */
const IN_LIST = 30;

type Entries = ReadonlyMap<string, readonly LedgerEntry[]>;

/** The ledger entries of these slots. */
async function entriesOf(firestore: Firestore, slots: readonly string[]): Promise<Entries> {
  const chunks = Array.from({ length: Math.ceil(slots.length / IN_LIST) }, (_, index) =>
    slots.slice(index * IN_LIST, (index + 1) * IN_LIST),
  );
  const found = await Promise.all(
    chunks.map((chunk) => firestore.collection('ledger').where('slot', 'in', chunk).get()),
  );
  const entries = new Map<string, LedgerEntry[]>();
  for (const document of found.flatMap(({ docs }) => docs)) {
    const entry = parseDocument(ledgerEntrySchema, document);
    if (!entry || !('slot' in entry)) continue;
    entries.set(entry.slot, [...(entries.get(entry.slot) ?? []), entry]);
  }
  return entries;
}

function proofOf(
  signal: Signal,
  entries: Entries,
  { now, payout }: { now: number; payout: number },
): ReceivedProof {
  const own = entries.get(signal.id) ?? [];
  const entry = (type: LedgerEntry['type']) => own.find((one) => one.type === type) ?? null;
  return {
    signal: toApiSignal(signal, now, payout),
    ledger: { publication: entry('publication'), settlement: entry('settlement') },
  };
}

async function signalsAfter(firestore: Firestore, after: number): Promise<Signal[]> {
  const { docs } = await firestore
    .collection('signals')
    .where('createdAt', '>', Timestamp.fromMillis(after))
    .orderBy('createdAt', 'asc')
    .limit(PAGE)
    .get();
  return docs.flatMap((document) => parseDocument(signalDocumentSchema, document) ?? []);
}

interface ExportAsked {
  readonly uid: string;
  readonly record: UserRecord;
  /** Id of the last slot of the previous page. */
  readonly after: string | undefined;
  /** True where the rights of staff count for nothing, as for a session that showed no second factor. */
  readonly withoutRole: boolean;
}

/**
 * A page of the signals that a member received since joining, oldest first, each with its entries of the public ledger.
 * @param now epoch ms
 */
export async function exportSignals(
  firestore: Firestore,
  { uid, record, after, withoutRole }: ExportAsked,
  now: number,
): Promise<{ signals: ReceivedProof[]; next: string | null }> {
  const steps = await readAccessEvents(firestore, uid);
  const whole = { joinedAt: record.createdAt, steps, now: record };
  const history = withoutRole ? asMember(whole) : whole;
  const openedAt = firstAccessAt(history);
  if (openedAt === null) return { signals: [], next: null };
  // A signal that could still be entered when the access began was published up to one slot earlier.
  const from = after === undefined ? openedAt - 2 * SLOT_MS : slotStartOfId(after);
  const page = await signalsAfter(firestore, from);
  const received = page.filter((signal) => hasReceived(history, signal));
  const entries = await entriesOf(
    firestore,
    received.map(({ id }) => id),
  );
  const judgedAt = { now, payout: record.payout };
  return {
    signals: received.map((signal) => proofOf(signal, entries, judgedAt)),
    next: page.length === PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Every change of a member's access, oldest first. */
export async function readAccessEvents(
  firestore: Firestore,
  uid: string,
): Promise<AccessEventDocument[]> {
  const { docs } = await firestore.collection('accessEvents').where('uid', '==', uid).get();
  const events = docs.flatMap((event) => parseDocument(accessEventDocumentSchema, event) ?? []);
  return events.sort((a, b) => a.at - b.at || a.after.accessVersion - b.after.accessVersion);
}
