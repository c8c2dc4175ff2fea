import { describeTooFew } from '@quantalgo/contracts/record/headline';
import {
  formatCount,
  formatMoney,
  formatPercent,
  formatShortDecimal,
} from '@quantalgo/contracts/core/format';
import {
  computeMovedWinRate,
  MIN_HEADLINE_SIGNALS,
  type Performance,
} from '@quantalgo/contracts/signals/figures';
import { computeRuinProbability, type Desk } from '@quantalgo/contracts/settings/risk';
import { parseDesk } from '@quantalgo/contracts/settings/typedDesk';
import { computeBreakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { computeMovedRate } from '@quantalgo/contracts/signals/sentence';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import type { LessonInstrument } from '@quantalgo/contracts/vault/course';
import { useDeferredValue, useMemo, useState } from 'react';
import { useWeeklyRisk } from '../../data/settings/desk';
import { usePayout } from '../../data/settings/payout';
import { calibrate } from '../../data/signals/calibration';
import { isSettledAsSealed, useDigests } from '../../data/signals/useDigests';
import { usePerformance } from '../../data/signals/useSignals';
import { Card, Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { TextField } from '../../ui/Field';
import { CalibrationPanel } from '../../ui/instruments/CalibrationPanel';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { Skeleton } from '../../ui/Loading';

/** Money in dollars. `leastStake` is the first stake that the reader chooses. */
const RUIN_FIELDS = {
  balance: 'Balance, $',
  leastStake: 'First stake, $',
  signalsADay: 'Signals a day',
  lostLadders: 'Lost ladders that end the day',
} as const;

type RuinField = keyof typeof RUIN_FIELDS;

const RUIN_FIELD_NAMES: readonly RuinField[] = [
  'balance',
  'leastStake',
  'signalsADay',
  'lostLadders',
];

type RuinTexts = Readonly<Record<RuinField, string>>;

const EXAMPLE_TEXTS: RuinTexts = {
  balance: '60',
  leastStake: '1',
  signalsADay: '6',
  lostLadders: '5',
};

const STAKES_PER_LADDER = LADDER_RULES.stakes.reduce((sum, stake) => sum + stake, 0);

function RuinResult({ desk }: { desk: Desk }) {
  const { balance, leastStake: firstStake } = desk;
  const ruinChance = useMemo(
    () => computeRuinProbability({ ...desk, firstStake }),
    [desk, firstStake],
  );
  const ladderCost = Math.round(100 * firstStake * STAKES_PER_LADDER) / 100;
  return (
    <Figures
      figures={[
        {
          label: 'All levels lost',
          value: formatMoney(ladderCost),
          note: `${formatPercent((100 * ladderCost) / balance)} of the balance`,
        },
        {
          label: 'Chance of losing it all this week',
          value: formatPercent(100 * ruinChance),
          note: 'if you win as often as a coin',
        },
      ]}
    />
  );
}

function Ruin() {
  const payout = usePayout();
  const desk = useWeeklyRisk();
  const [draft, setDraft] = useState<Partial<RuinTexts>>({});
  const texts = useMemo<RuinTexts>(
    () => ({
      ...EXAMPLE_TEXTS,
      ...(desk && {
        balance: formatShortDecimal(desk.balance, 2),
        leastStake: formatShortDecimal(desk.firstStake, 2),
        signalsADay: String(desk.signalsADay),
        lostLadders: String(desk.lostLadders),
      }),
      ...draft,
    }),
    [desk, draft],
  );
  const { desk: parsed, problems } = useMemo(() => {
    const { figures, ...others } = parseDesk(texts);
    return { ...others, desk: figures && { ...figures, payout } };
  }, [texts, payout]);
  const deferredDesk = useDeferredValue(parsed);
  return (
    <Panel title="How long a balance lasts">
      <div className="grid grid-cols-2 items-end gap-3 border-t border-line-soft p-4">
        {RUIN_FIELD_NAMES.map((field) => (
          <TextField
            key={field}
            label={RUIN_FIELDS[field]}
            inputMode="decimal"
            autoComplete="off"
            value={texts[field]}
            error={problems[field]}
            onChange={({ target }) => setDraft({ ...draft, [field]: target.value })}
          />
        ))}
      </div>
      <div aria-live="polite" className="border-t border-line-soft">
        {deferredDesk && <RuinResult desk={deferredDesk} />}
      </div>
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted">
        {`Assumes five days at your payout of ${formatPercent(100 * payout)}, playing each signal with all ${LEVEL_COUNT} levels. Nothing leaves this device.`}
      </p>
    </Panel>
  );
}

const TooFew = ({ settled }: { settled: number }) => (
  <p className="text-muted">{describeTooFew(settled)}</p>
);

const countSettled = ({ wonSignals, lostSignals, breakEvenSignals }: Performance) =>
  wonSignals + lostSignals + breakEvenSignals;

function Coin() {
  const payout = usePayout();
  const performance = usePerformance();
  if (performance === undefined) return <Skeleton className="h-32" />;
  const settledCount = performance ? countSettled(performance) : 0;
  const breakEvenRates = computeBreakEven(payout);
  const isEnough = settledCount >= MIN_HEADLINE_SIGNALS;
  const firstEntryRate = performance && computeMovedRate(performance);
  const winRate = performance && computeMovedWinRate(performance);
  const movedText = `${formatCount(settledCount - (performance?.breakEvenSignals ?? 0))} signals that moved`;
  return (
    <Panel
      title="The record compared with a coin"
      aside={performance?.demonstration && <Chip tone="warning">Demonstration</Chip>}
    >
      <div className="grid gap-5 border-t border-line-soft p-4">
        {!isEnough && <TooFew settled={settledCount} />}
        {isEnough && firstEntryRate && (
          <ProbabilityScale
            label={`First entry, ${movedText}`}
            probability={firstEntryRate}
            coin={COIN.firstEntry}
            breakEvenRate={breakEvenRates.firstEntry}
          />
        )}
        {isEnough && winRate && (
          <ProbabilityScale
            label={`Within ${LEVEL_COUNT} levels, ${movedText}`}
            probability={winRate}
            coin={COIN.withinLadder}
            breakEvenRate={breakEvenRates.withinLadder}
          />
        )}
      </div>
    </Panel>
  );
}

/** Compares stated with observed rates of the signals on this device. */
function DeviceCalibration() {
  const digests = useDigests();
  const settled = useMemo(() => digests?.filter(isSettledAsSealed).reverse(), [digests]);
  const calibration = useMemo(() => settled && calibrate(settled), [settled]);
  return settled && calibration ? (
    <CalibrationPanel calibration={calibration} settled={settled.length} />
  ) : (
    <Card as="div" className="p-4">
      <Skeleton className="h-48" />
    </Card>
  );
}

const INSTRUMENTS = {
  ruin: Ruin,
  coin: Coin,
  calibration: DeviceCalibration,
} as const satisfies Record<LessonInstrument, () => unknown>;

export function Instrument({ name }: { name: LessonInstrument }) {
  const Component = INSTRUMENTS[name];
  return <Component />;
}
