import {
  breakEven,
  COIN,
  DEFAULT_PAIRS,
  type Level,
  LEVELS,
  type Outcome,
  PATHS,
  type Performance,
  type PublicRecord,
  SLOT_MS,
  slotId,
  STATED_PAYOUT,
} from '@quantalgo/contracts';
import { ChartNoAxesCombined } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { chance } from '../../content/chance';
import { call } from '../../data/session/call';
import { Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { LockedScreen } from '../../ui/LockedScreen';
import { countText, SOURCE_WORDS } from '../../ui/signalWords';
import { Board } from './Board';
import { matrixOf, percentText } from './figures';

const SEED = 2026;

const FIRST = Date.UTC(2026, 10, 18, 6);

const STRATEGIES = ['trend', 'mean-reversion', 'breakout'] as const;

/** A coin's ladder: the level that wins, null where none does. */
const levelOf = (step: number): Level | null =>
  LEVELS.find((level) => chance(SEED, step, level) < 0.5) ?? null;

function sampleSignal(step: number) {
  const level = levelOf(step);
  const outcome: Outcome = level === null ? 'loss' : 'profit';
  const played = level === null ? LEVELS.length : level + 1;
  const prices = Array.from({ length: played + 1 }, (_, close) => 1.1 - close / 10_000);
  return {
    id: slotId(FIRST + step * 2 * SLOT_MS),
    pair: DEFAULT_PAIRS[step % DEFAULT_PAIRS.length] ?? 'EURUSD',
    direction: step % 2 === 0 ? ('CALL' as const) : ('PUT' as const),
    strategy: STRATEGIES[step % STRATEGIES.length] ?? 'trend',
    audience: 'basic' as const,
    source: 'simulated' as const,
    confidence: { value: COIN.withinLadder },
    firstEntry: { value: COIN.firstEntry },
    ending: { outcome, level, closes: prices.map((price) => ({ price })) },
  };
}

/** Sample content: what a coin would have made of two days, newest first, behind the locked matrix's blur. */
const SAMPLE_SETTLED = Array.from({ length: 240 }, (_, step) => sampleSignal(step)).reverse();

/** What the locked matrix promises. */
const LOCKED_MATRIX = {
  description:
    'Every figure computed on your own device from the signals you received, beside what a coin would score.',
  features: [
    'Win rates with their intervals, at your broker’s payout',
    'What flat stakes and the martingale would have made of it',
    'By pair, hour, weekday and strategy',
  ],
} as const;

const PAYS = breakEven();

function figuresOf({ totalSignals, firstEntryRange, winRateRange, details }: Performance) {
  const rate = (range: typeof winRateRange) =>
    range && details?.isHeadline ? percentText(range.value) : 'too few yet';
  return [
    { label: 'Settled', value: countText(totalSignals) },
    {
      label: 'First entry won',
      value: rate(firstEntryRange),
      note: `coin ${COIN.firstEntry}, pays from ${PAYS.firstEntry.toFixed(1)}`,
    },
    {
      label: 'Won within 4 levels',
      value: rate(winRateRange),
      note: `coin ${COIN.withinLadder.toFixed(1)}, pays from ${PAYS.withinLadder.toFixed(1)}`,
    },
  ];
}

/** The record that anyone may see and check. */
function PublicPanel() {
  const record = usePublicRecord();
  if (record === undefined)
    return (
      <Panel title="The public record">
        <p className="h-32 px-4 text-sm text-muted">Being asked for.</p>
      </Panel>
    );
  const performance = record?.performance;
  return (
    <Panel
      title="The public record"
      aside={performance?.demonstration && <Chip tone="warning">Demonstration</Chip>}
    >
      {performance ? (
        <>
          <Figures className="border-t border-line-soft" figures={figuresOf(performance)} />
          <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted">
            On {SOURCE_WORDS[performance.source]}, at a {STATED_PAYOUT * 100} % payout.{' '}
            <a href={PATHS.verify} className="font-semibold text-text underline">
              Verify it yourself
            </a>
          </p>
        </>
      ) : (
        <p className="px-4 pb-4 text-sm text-muted">It can’t be reached at the moment.</p>
      )}
    </Panel>
  );
}

function Preview() {
  const matrix = useMemo(() => matrixOf(SAMPLE_SETTLED, STATED_PAYOUT), []);
  return matrix && <Board matrix={matrix} payout={STATED_PAYOUT} />;
}

/** The matrix as guests and locked members see it: the public record above its blurred self. */
export const LockedMatrix = () => (
  <div className="grid gap-4">
    <PublicPanel />
    <LockedScreen
      title="Performance Matrix"
      icon={ChartNoAxesCombined}
      {...LOCKED_MATRIX}
      preview={<Preview />}
    />
  </div>
);

/** The public record; undefined while it is asked for, null where it can't be reached. */
function usePublicRecord(): PublicRecord | null | undefined {
  const [record, setRecord] = useState<PublicRecord | null>();
  useEffect(() => {
    let current = true;
    const keep = (came: PublicRecord | null) => {
      if (current) setRecord(came);
    };
    call('record', {}).then(
      ({ data }) => keep(data),
      () => keep(null),
    );
    return () => {
      current = false;
    };
  }, []);
  return record;
}
