import {
  NO_SIGNALS_SETTLED,
  performanceOf,
  sealedPart,
  type SettledSignal,
} from '@quantalgo/contracts';
import { readLedgerHead } from '../platform/record/ledger';
import { readChart, type ChartCandle } from '../platform/record/chart';
import {
  countSignals,
  readLatestSettled,
  readPerformance,
  type Settled,
} from '../platform/record/signals';
import type { ApiDeps } from './deps';
import type { HandlersOf } from './handler';
import { toRecordCandle } from './recordCandle';

const iso = (at: number) => new Date(at).toISOString();

/** A settled signal in the words of the public record. */
function toSettledSignal(signal: Settled, candles: readonly ChartCandle[]): SettledSignal {
  const { settlement } = signal;
  return {
    sealed: sealedPart(signal),
    createdAt: iso(signal.createdAt),
    publishedAt: iso(signal.publishedAt),
    expiresAt: iso(signal.expiresAt),
    ledgerSeq: signal.ledgerSeq,
    seeded: signal.seeded,
    settlement: {
      ...settlement,
      closes: settlement.closes.map(({ at, price }) => ({ at: iso(at), price })),
      fetchedAt: iso(settlement.fetchedAt),
      settledAt: iso(settlement.settledAt),
    },
    candles: candles.map(toRecordCandle),
  };
}

/** The record as anyone may see it. Costs the same few reads however long it is. */
export const recordHandlers = ({ firestore, source }: ApiDeps): HandlersOf<'record'> => ({
  async record() {
    const [counters, head, counts, latest] = await Promise.all([
      readPerformance(firestore),
      readLedgerHead(firestore),
      countSignals(firestore),
      readLatestSettled(firestore),
    ]);
    const candles = latest ? await readChart(firestore, latest.id) : [];
    const performance = performanceOf(counters ?? { ...NO_SIGNALS_SETTLED, source });
    const published = performance.totalSignals + counts.unsettled;
    return {
      data: {
        performance,
        head,
        sealedBeforeOutcome: Math.max(0, published - counts.seeded),
        seeded: counts.seeded,
        latest: latest && toSettledSignal(latest, candles),
      },
    };
  },
});
