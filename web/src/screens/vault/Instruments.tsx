import { countText, moneyText, percentText, shortDecimal } from '@quantalgo/contracts/core/format';
import { HEADLINE_FROM } from '@quantalgo/contracts/record/performance';
import { chanceOfEmptyAccount, type Desk } from '@quantalgo/contracts/settings/risk';
import { parseDesk } from '@quantalgo/contracts/settings/typedDesk';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { breakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import type { LessonInstrument } from '@quantalgo/contracts/vault/course';
import { useDeferredValue, useMemo, useState } from 'react';
import { useWeeklyRisk } from '../../data/settings/desk';
import { usePayout } from '../../data/settings/payout';
import { calibrationOf } from '../../data/signals/calibration';
import { type SettledDigest, useDigests } from '../../data/signals/useDigests';
import { usePerformance } from '../../data/signals/useSignals';
import { Card, Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { TextField } from '../../ui/Field';
import { CalibrationPanel } from '../../ui/instruments/CalibrationPanel';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { Skeleton } from '../../ui/Loading';

/** What is typed: money in dollars. `leastStake` is the first stake here, as the reader chooses it. */
const RUIN_FIELDS = {
  balance: 'Balance, $',
  leastStake: 'First stake, $',
  signalsADay: 'Signals a day',
  lostLadders: 'Lost ladders that end the day',
} as const;

type RuinField = keyof typeof RUIN_FIELDS;

const RUIN_NAMES: readonly RuinField[] = ['balance', 'leastStake', 'signalsADay', 'lostLadders'];

type RuinTexts = Readonly<Record<RuinField, string>>;

const EXAMPLE: RuinTexts = { balance: '60', leastStake: '1', signalsADay: '6', lostLadders: '5' };

const LADDER = LADDER_RULES.stakes.reduce((sum, stake) => sum + stake, 0);

/** The chance of an empty account within a week, by the reader's figures. */
function RuinResult({ desk }: { desk: Desk }) {
  const { balance, leastStake: firstStake } = desk;
  const empties = useMemo(() => chanceOfEmptyAccount({ ...desk, firstStake }), [desk, firstStake]);
  const inAll = Math.round(100 * firstStake * LADDER) / 100;
  return (
    <Figures
      figures={[
        {
          label: 'All levels lost',
          value: moneyText(inAll),
          note: `${percentText((100 * inAll) / balance)} of it`,
        },
        {
          label: 'Chance to lose it all this week',
          value: percentText(100 * empties),
          note: 'winning as often as a coin',
        },
      ]}
    />
  );
}

function Ruin() {
  const payout = usePayout();
  const desk = useWeeklyRisk();
  const [typed, setTyped] = useState<Partial<RuinTexts>>({});
  const texts = useMemo<RuinTexts>(
    () => ({
      ...EXAMPLE,
      ...(desk && {
        balance: shortDecimal(desk.balance, 2),
        leastStake: shortDecimal(desk.firstStake, 2),
        signalsADay: String(desk.signalsADay),
        lostLadders: String(desk.lostLadders),
      }),
      ...typed,
    }),
    [desk, typed],
  );
  const { desk: parsed, problems } = useMemo(() => {
    const { figures, ...others } = parseDesk(texts);
    return { ...others, desk: figures && { ...figures, payout } };
  }, [texts, payout]);
  const shown = useDeferredValue(parsed);
  return (
    <Panel title="How long a balance lasts">
      <div className="grid grid-cols-2 items-end gap-3 border-t border-line-soft p-4">
        {RUIN_NAMES.map((field) => (
          <TextField
            key={field}
            label={RUIN_FIELDS[field]}
            inputMode="decimal"
            autoComplete="off"
            value={texts[field]}
            error={problems[field]}
            onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
          />
        ))}
      </div>
      <div aria-live="polite" className="border-t border-line-soft">
        {shown && <RuinResult desk={shown} />}
      </div>
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted">
        {`Five days at your payout of ${percentText(100 * payout)}, each signal with all ${LEVEL_COUNT} levels. Nothing leaves this device.`}
      </p>
    </Panel>
  );
}

const TooFew = ({ settled }: { settled: number }) => (
  <p className="text-muted">
    {`${countText(settled)} of ${countText(HEADLINE_FROM)} settled signals: too few for a rate. It appears here once there are enough.`}
  </p>
);

const settledOf = ({ wonSignals, lostSignals, breakEvenSignals }: Performance) =>
  wonSignals + lostSignals + breakEvenSignals;

/** The record's rates beside a coin's and the break-even at the reader's payout. */
function Coin() {
  const payout = usePayout();
  const performance = usePerformance();
  if (performance === undefined) return <Skeleton className="h-32" />;
  const settled = performance ? settledOf(performance) : 0;
  const needed = breakEven(payout);
  const isEnough = settled >= HEADLINE_FROM;
  return (
    <Panel
      title="The record beside a coin"
      aside={performance?.demonstration && <Chip tone="warning">Demonstration</Chip>}
    >
      <div className="grid gap-5 border-t border-line-soft p-4">
        {!isEnough && <TooFew settled={settled} />}
        {isEnough && performance?.firstEntryRange && (
          <ProbabilityScale
            label={`First entry, ${countText(settled)} signals`}
            probability={performance.firstEntryRange}
            coin={COIN.firstEntry}
            paysFrom={needed.firstEntry}
          />
        )}
        {isEnough && performance?.winRateRange && (
          <ProbabilityScale
            label={`Within ${LEVEL_COUNT} levels`}
            probability={performance.winRateRange}
            coin={COIN.withinLadder}
            paysFrom={needed.withinLadder}
          />
        )}
      </div>
    </Panel>
  );
}

/** What was said against what was seen, of the signals on this device. */
function CalibrationOfDevice() {
  const digests = useDigests();
  const settled = useMemo(
    () =>
      digests?.filter((one): one is SettledDigest => one.ending !== null && !one.differs).reverse(),
    [digests],
  );
  const calibration = useMemo(() => settled && calibrationOf(settled), [settled]);
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
  calibration: CalibrationOfDevice,
} as const satisfies Record<LessonInstrument, () => unknown>;

/** An instrument inside a lesson: on the reader's own figures, or on those of the record. */
export function Instrument({ name }: { name: LessonInstrument }) {
  const One = INSTRUMENTS[name];
  return <One />;
}
