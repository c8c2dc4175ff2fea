import { parseSlotId } from '@quantalgo/contracts/core/slots';
import {
  findDifferingDays,
  listInventoryDays,
  buildInventory,
} from '@quantalgo/contracts/record/inventory';
import {
  canonicalJson,
  type LedgerEntry,
  ledgerEntrySchema,
  toSealedSignal,
} from '@quantalgo/contracts/record/ledger/entry';
import { findStampFault } from '@quantalgo/contracts/record/ledger/evidence';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { AUDIENCES, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { commitToSignal } from '../../domain/record/ledger';
import { rebuildCounters } from '../../domain/record/record';
import { indexById, type Rule, type Snapshot } from './snapshot';

function verifyChain({ at, aheadMs, record }: Snapshot) {
  const verifier = new ChainVerifier(at + aheadMs);
  for (const { data } of record.readLedger()) {
    const broken = verifier.take(data);
    if (broken) return { verifier, broken };
  }
  return { verifier, broken: null };
}

function* readEntries({ record }: Snapshot): Generator<LedgerEntry> {
  for (const { data } of record.readLedger()) {
    const entry = ledgerEntrySchema.safeParse(data);
    if (entry.success) yield entry.data;
  }
}

function findNewestEntry(snapshot: Snapshot): LedgerEntry | null {
  let newest: LedgerEntry | null = null;
  for (const entry of readEntries(snapshot)) if (!newest || entry.seq >= newest.seq) newest = entry;
  return newest;
}

const readSignals = ({ record }: Snapshot, days: readonly string[]) =>
  days
    .flatMap((day) => [...record.readSignals(day)])
    .flatMap(({ data }) => signalDocumentSchema.safeParse(data).data ?? []);

const FIGURES_VIOLATION = ['stats/performance differs from the figures rebuilt from the ledger'];

export const RECORD_RULES: readonly Rule[] = [
  {
    description: 'The ledger is intact from its genesis to its last entry',
    scope: 'record',
    violations: (snapshot) => {
      const { broken } = verifyChain(snapshot);
      return broken ? [`ledger/${broken.seq}: ${broken.reason}`] : [];
    },
  },
  {
    description: 'The ledger’s head is its last entry',
    scope: 'record',
    violations: (snapshot) => {
      const newest = findNewestEntry(snapshot);
      const head = snapshot.documents.ledgerHeads.find(({ id }) => id === 'current')?.data;
      if (head?.seq === newest?.seq && head?.hash === newest?.hash) return [];
      return [
        `the head is entry ${head?.seq ?? 'none'}, but the last entry is ${newest?.seq ?? 'none'}`,
      ];
    },
  },
  {
    description: 'The performance figures match the ledger',
    scope: 'record',
    violations: (snapshot) => {
      const stored = snapshot.documents.stats.find(({ id }) => id === 'performance')?.data;
      const [first] = readEntries(snapshot);
      const rebuilt = rebuildCounters(readEntries(snapshot), first?.source ?? 'simulated');
      if (!stored) return rebuilt.settled + rebuilt.missedSlots === 0 ? [] : FIGURES_VIOLATION;
      const { updatedAt: _, ...counters } = stored;
      const isSame = canonicalJson({ ...counters }) === canonicalJson({ ...rebuilt });
      return isSame ? [] : FIGURES_VIOLATION;
    },
  },
  {
    description: 'The heartbeat has the current figures and its days’ correct signal counts',
    scope: 'record',
    violations: (snapshot) => {
      const { stats, status } = snapshot.documents;
      const beat = status.find(({ id }) => id === 'heartbeat')?.data;
      if (!beat) return [];
      const stored = stats.find(({ id }) => id === 'performance')?.data;
      const days = listInventoryDays(parseSlotId(beat.slot));
      const recount = buildInventory(days, readSignals(snapshot, days));
      const inventory = beat.inventory ?? {};
      return [
        ...(stored && canonicalJson(beat.figures) !== canonicalJson(stored)
          ? ['status/heartbeat has different figures from stats/performance']
          : []),
        ...days
          .filter(
            (day) =>
              !inventory[day] || findDifferingDays(inventory, recount, AUDIENCES).includes(day),
          )
          .map((day) => `status/heartbeat has wrong signal counts for ${day}`),
      ];
    },
  },
  {
    description: 'Each day’s time-stamp is valid for its ledger entry',
    scope: 'record',
    violations: (snapshot) => {
      const { verifier } = verifyChain(snapshot);
      const ledgerId = verifier.summary()?.ledgerId;
      const stamps = snapshot.documents.stamps.filter(({ data }) => data.ledgerId === ledgerId);
      return stamps.flatMap(({ id, data }) => {
        const stamp = { ...data, genTime: new Date(data.genTime).toISOString() };
        const fault = findStampFault(verifier, stamp, Buffer.from(data.token, 'base64'));
        return fault === null ? [] : [`stamps/${id}: ${fault}`];
      });
    },
  },
  {
    description: 'Each correction has a document and a ledger entry',
    scope: 'slot',
    violations: ({ documents: { corrections, ledger } }) => {
      const entries = ledger.flatMap(({ data }) => (data.type === 'correction' ? data : []));
      const marks = new Set(corrections.map(({ id, data }) => `${id}@${data.ledgerSeq}`));
      const recordedMarks = new Set(entries.map(({ slot, seq }) => `${slot}@${seq}`));
      const unmatched = [...marks, ...recordedMarks].filter(
        (mark) => !marks.has(mark) || !recordedMarks.has(mark),
      );
      return [...new Set(unmatched)].map(
        (mark) => `correction ${mark} lacks its document or its ledger entry`,
      );
    },
  },
];

type Entry<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }>;

const isEntryType =
  <T extends LedgerEntry['type']>(type: T) =>
  (entry: LedgerEntry): entry is Entry<T> =>
    entry.type === type;

const filterEntries = <T extends LedgerEntry['type']>(
  { documents: { ledger } }: Snapshot,
  type: T,
) => ledger.map(({ data }) => data).filter(isEntryType(type));

export const SIGNAL_RULES: readonly Rule[] = [
  {
    description:
      'Each signal matches its publication’s commitment, and each publication has a signal',
    scope: 'slot',
    violations: (snapshot) => {
      const publications = new Map(
        filterEntries(snapshot, 'publication').map((entry) => [entry.slot, entry]),
      );
      const signals = indexById(snapshot.documents.signals);
      const unsealed = snapshot.documents.signals.flatMap(({ id, data }) => {
        const entry = publications.get(id);
        if (!entry) return [`signals/${id} has no publication in the ledger`];
        const isSealed = entry.commitment === commitToSignal(toSealedSignal(data), data.salt);
        return isSealed &&
          entry.commitment === data.commitment &&
          entry.seq === data.ledgerSeq &&
          data.id === id
          ? []
          : [`signals/${id} doesn’t match its publication, entry ${entry.seq}`];
      });
      const lostSlots = [...publications.keys()].filter((slot) => !signals.has(slot));
      return [...unsealed, ...lostSlots.map((slot) => `publication ${slot} has no signal`)];
    },
  },
  {
    description:
      'Each settled signal has exactly one settlement in the ledger, with the same outcome',
    scope: 'slot',
    violations: (snapshot) => {
      const settlements = filterEntries(snapshot, 'settlement');
      const signalIds = new Set(snapshot.documents.signals.map(({ id }) => id));
      const unmatched = settlements.filter(({ slot }) => !signalIds.has(slot));
      const mismatches = snapshot.documents.signals.flatMap(({ id, data: { settlement } }) => {
        const ownSettlements = settlements.filter(({ slot }) => slot === id);
        if (ownSettlements.length !== (settlement ? 1 : 0))
          return [`signals/${id} has ${ownSettlements.length} settlements in the ledger`];
        const [entry] = ownSettlements;
        const isSame = entry?.outcome === settlement?.outcome && entry?.level === settlement?.level;
        return isSame ? [] : [`signals/${id} and entry ${entry?.seq ?? ''} have different results`];
      });
      return [
        ...mismatches,
        ...unmatched.map(({ seq }) => `entry ${seq} settles a signal that doesn’t exist`),
      ];
    },
  },
  {
    description: 'Each signal’s `entered` matches its confirmation in the ledger',
    scope: 'slot',
    violations: (snapshot) => {
      const confirmations = new Map(
        filterEntries(snapshot, 'confirmation').map(({ slot, go }) => [slot, go]),
      );
      return snapshot.documents.signals.flatMap(({ id, data: { entered } }) =>
        entered === confirmations.get(id) ? [] : [`signals/${id} differs from its confirmation`],
      );
    },
  },
  {
    description: 'Each missed slot has a document and a ledger entry',
    scope: 'slot',
    violations: (snapshot) => {
      const ledgerMisses = new Set(filterEntries(snapshot, 'miss').map(({ slot }) => slot));
      const missSlots = new Set(snapshot.documents.misses.map(({ id }) => id));
      const unmatched = [...ledgerMisses, ...missSlots].filter(
        (slot) => !ledgerMisses.has(slot) || !missSlots.has(slot),
      );
      return unmatched.map(
        (slot) => `miss ${slot} has no ${ledgerMisses.has(slot) ? 'document' : 'ledger entry'}`,
      );
    },
  },
];
