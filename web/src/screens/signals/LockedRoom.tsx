import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { slotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import {
  type Direction,
  type Settlement,
  type Signal,
  getEntryWindowEnd,
} from '@quantalgo/contracts/signals/signal';
import { Activity } from 'lucide-react';
import { Card } from '../../ui/Card';
import { LockedScreen } from '../../ui/LockedScreen';
import { HistoryLine, SectionHead } from './HistoryLine';
import { PerformancePanel } from './PerformancePanel';
import { SignalCard } from './SignalCard';

/** Epoch ms. */
const SAMPLE_SLOT = Date.UTC(2026, 10, 20, 13, 5);

const SAMPLE_NOW = SAMPLE_SLOT + 152_000;

type SampleSignal = Signal & { readonly receivedAt: number; readonly live: boolean };

const SAMPLE_SIGNAL: SampleSignal = {
  id: slotId(SAMPLE_SLOT),
  pair: 'EURUSD',
  direction: 'CALL',
  strategy: 'mean-reversion',
  audience: 'basic',
  reasons: [],
  entryPrice: 1.08542,
  worstPrice: 1.08559,
  confidence: { value: 94.1, low: 93, high: 95.2 },
  firstEntry: { value: 52.4, low: 50.9, high: 53.9 },
  calibration: 'sample',
  createdAt: SAMPLE_SLOT,
  publishedAt: SAMPLE_SLOT,
  updatedAt: SAMPLE_SLOT,
  expiresAt: getEntryWindowEnd(SAMPLE_SLOT),
  source: 'simulated',
  seeded: true,
  ledgerSeq: 48_213,
  salt: '0'.repeat(64),
  settlement: null,
  receivedAt: SAMPLE_SLOT,
  live: false,
};

const createSampleHistoryRow = (
  slotsAgo: number,
  pair: Pair,
  direction: Direction,
  ending: Pick<Settlement, 'outcome' | 'level'>,
) => {
  const at = SAMPLE_SLOT - slotsAgo * 300_000;
  return { id: slotId(at), pair, direction, entryTime: at + 300_000, ending };
};

const SAMPLE_HISTORY = [
  createSampleHistoryRow(6, 'XAUUSD', 'CALL', { outcome: 'profit', level: 0 }),
  createSampleHistoryRow(7, 'EURUSD', 'PUT', { outcome: 'profit', level: 2 }),
  createSampleHistoryRow(8, 'GBPUSD', 'PUT', { outcome: 'loss', level: null }),
  createSampleHistoryRow(9, 'USDJPY', 'CALL', { outcome: 'break-even', level: null }),
  createSampleHistoryRow(10, 'EURUSD', 'CALL', { outcome: 'profit', level: 1 }),
  createSampleHistoryRow(11, 'XAUUSD', 'PUT', { outcome: 'profit', level: 0 }),
  createSampleHistoryRow(12, 'GBPUSD', 'CALL', { outcome: 'profit', level: 0 }),
  createSampleHistoryRow(13, 'USDJPY', 'PUT', { outcome: 'loss', level: null }),
] as const;

/** Sample figures from the specification. Never shown as a record. */
export const SAMPLE_PERFORMANCE: Performance = {
  totalSignals: 164,
  wonSignals: 143,
  lostSignals: 21,
  breakEvenSignals: 0,
  winRate: 87,
  winRateRange: null,
  firstEntryRate: null,
  firstEntryRange: null,
  avgConfidence: 85,
  missedSlots: 0,
  source: 'simulated',
  demonstration: true,
};

const LOCKED_ROOM = {
  description: `Signals on a five-minute clock, sealed and verifiable, once your broker account is verified. From $${TIER_DEPOSITS.starter}, which stays yours.`,
  features: [
    'Time to enter, with a price limit',
    'Odds next to a coin flip’s',
    'Your whole history, offline',
  ],
} as const;

const Preview = () => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start lg:gap-5.5">
    <SignalCard signal={SAMPLE_SIGNAL} now={SAMPLE_NOW} />
    <div className="grid gap-4">
      <PerformancePanel performance={SAMPLE_PERFORMANCE} sample />
      <Card className="@container px-4">
        <SectionHead title="History" />
        {SAMPLE_HISTORY.map(({ id, pair, direction, entryTime, ending }) => (
          <p key={id} className="flex h-13 items-center gap-2.5 border-t border-line-soft">
            <HistoryLine pair={pair} direction={direction} entryTime={entryTime} ending={ending} />
          </p>
        ))}
      </Card>
    </div>
  </div>
);

export const LockedRoom = () => (
  <LockedScreen title="Signal Stream" icon={Activity} {...LOCKED_ROOM} preview={<Preview />} />
);
