import { sealedPart, type LedgerEntry } from '@quantalgo/contracts';
import { commitment } from '@quantalgo/functions/domain/ledger';
import { byId, type Rule } from '../rule';
import { type World } from '../world';

type Entry<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }>;

const isOf =
  <T extends LedgerEntry['type']>(type: T) =>
  (entry: LedgerEntry): entry is Entry<T> =>
    entry.type === type;

const entriesOf = <T extends LedgerEntry['type']>({ documents: { ledger } }: World, type: T) =>
  ledger.map(({ data }) => data).filter(isOf(type));

/** What each signal promises: it was sealed before its outcome was known, and judged once. */
export const SIGNALS: readonly Rule[] = [
  {
    says: 'Each signal is what its publication sealed, and each publication has its signal',
    broken: (world) => {
      const publications = new Map(
        entriesOf(world, 'publication').map((entry) => [entry.slot, entry]),
      );
      const signals = byId(world.documents.signals);
      const unsealed = world.documents.signals.flatMap(({ id, data }) => {
        const entry = publications.get(id);
        if (!entry) return [`signals/${id} was never published in the ledger`];
        const isSealed = entry.commitment === commitment(sealedPart(data), data.salt);
        return isSealed && entry.seq === data.ledgerSeq && data.id === id
          ? []
          : [`signals/${id} is not what entry ${entry.seq} sealed`];
      });
      const lost = [...publications.keys()].filter((slot) => !signals.has(slot));
      return [...unsealed, ...lost.map((slot) => `the signal of publication ${slot} is gone`)];
    },
  },
  {
    says: 'Each settled signal has exactly one settlement in the ledger, with its outcome',
    broken: (world) => {
      const settlements = entriesOf(world, 'settlement');
      const known = new Set(world.documents.signals.map(({ id }) => id));
      const lone = settlements.filter(({ slot }) => !known.has(slot));
      const wrong = world.documents.signals.flatMap(({ id, data: { settlement } }) => {
        const own = settlements.filter(({ slot }) => slot === id);
        if (own.length !== (settlement ? 1 : 0))
          return [`signals/${id} has ${own.length} settlements in the ledger`];
        const [entry] = own;
        const isSame = entry?.outcome === settlement?.outcome && entry?.level === settlement?.level;
        return isSame ? [] : [`signals/${id} ended otherwise than entry ${entry?.seq ?? ''} says`];
      });
      return [
        ...wrong,
        ...lone.map(({ seq }) => `entry ${seq} settles a signal that is not there`),
      ];
    },
  },
  {
    says: 'Each missed slot is noted and told in the ledger',
    broken: (world) => {
      const told = new Set(entriesOf(world, 'miss').map(({ slot }) => slot));
      const noted = new Set(world.documents.misses.map(({ id }) => id));
      const lone = [...told, ...noted].filter((slot) => !told.has(slot) || !noted.has(slot));
      return lone.map((slot) => `slot ${slot} is ${told.has(slot) ? 'not noted' : 'not told'}`);
    },
  },
];
