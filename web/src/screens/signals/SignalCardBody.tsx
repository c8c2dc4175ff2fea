import {
  formatClock,
  formatDecimal,
  formatPercent,
  formatShortDecimal,
  formatTime,
  formatZonedClock,
} from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPrice } from '@quantalgo/contracts/market/pairs';
import { describeAdvice } from '@quantalgo/contracts/signals/adviceText';
import { toSignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { computeLadderResult, toStakes } from '@quantalgo/contracts/signals/ladderResult';
import { COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import {
  getEntryTime,
  isDemonstration,
  type Settlement,
  type Signal,
} from '@quantalgo/contracts/signals/signal';
import { isNoGo, type SignalState } from '@quantalgo/contracts/signals/signalState';
import type { SignalVerdict } from '@quantalgo/contracts/signals/verdict';
import {
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  LOSS_TEXT,
  SOURCE_TEXT,
} from '@quantalgo/contracts/signals/words';
import { TriangleAlert } from 'lucide-react';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useZone } from '../../core/zone';
import { VerdictMark } from '../../ui/instruments/Marks';
import { LevelSteps } from '../../ui/instruments/LevelSteps';
import { formatSignedMoney } from '../../ui/journalText';
import type { PlayedLevel } from './levels';
import { describeEntryOdds, getWorstPriceLabel } from './signalText';

/** States in which the member can act or a result is pending. The card keeps its height in them. */
const isAlive = ({ name }: SignalState): boolean => name !== 'no-go' && name !== 'ended';

const CHIP_STATES: ReadonlySet<SignalState['name']> = new Set(['enter-at', 'enter-now']);

interface AdviceProps {
  readonly signal: Signal;
  readonly state: SignalState;
  readonly verdict: SignalVerdict;
}

const Sentence = ({ verdict, text }: { verdict: SignalVerdict | null; text: string }) => (
  <span className="flex flex-wrap items-start gap-x-2.5 gap-y-1">
    {verdict && <VerdictMark verdict={verdict.name} variant="chip" />}
    <span className="flex-1 basis-32 text-pretty">{text}</span>
  </span>
);

/** Until the signal has ended, keeps the height of the longest text, which is the verdict. */
function Advice({ signal, state, verdict }: AdviceProps) {
  const zone = useZone();
  const advice = describeAdvice(signal, state, { verdict, zone });
  if (advice === null) return <div className="h-3.5" />;
  const entryAdvice = describeAdvice(signal, { name: 'enter-at', until: 0 }, { verdict, zone });
  return (
    <p className="grid px-4 pt-2.5 pb-3.5 text-sm">
      <span className="col-start-1 row-start-1">
        <Sentence
          key={advice}
          verdict={CHIP_STATES.has(state.name) ? verdict : null}
          text={advice}
        />
      </span>
      {isAlive(state) && (
        <span aria-hidden className="invisible col-start-1 row-start-1 min-h-15">
          {!CHIP_STATES.has(state.name) && <Sentence verdict={verdict} text={entryAdvice ?? ''} />}
        </span>
      )}
    </p>
  );
}

interface Cell {
  readonly label: string;
  readonly value: string;
}

const getEntryCells = (signal: Signal, zone: Zone): Cell[] => {
  const entryTime = getEntryTime(signal);
  return [
    {
      label: `Enter, ${zone.label(entryTime)}`,
      value: `${formatClock(entryTime, zone)}–${formatClock(signal.expiresAt, zone)}`,
    },
    { label: getWorstPriceLabel(signal), value: formatPrice(signal.pair, signal.worstPrice) },
    { label: 'Trade ends', value: formatTime(entryTime + SLOT_MS, zone) },
  ];
};

function getLevelCells(level: number, endsAt: number, zone: Zone): Cell[] {
  const isLast = level === LEVELS.length - 1;
  return [
    { label: `Level ${level} began`, value: formatTime(endsAt - SLOT_MS, zone) },
    { label: `Ends, ${zone.label(endsAt)}`, value: formatTime(endsAt, zone) },
    {
      label: 'If lost',
      value: isLast ? `${LOSS_TEXT} stakes` : `level ${level + 1}`,
    },
  ];
}

const getCloseCells = (endedAt: number, zone: Zone): Cell[] => [
  { label: `Level ${LEVELS.length - 1} began`, value: formatTime(endedAt - SLOT_MS, zone) },
  { label: `Ended, ${zone.label(endedAt)}`, value: formatTime(endedAt, zone) },
  { label: 'Closing price', value: 'on its way' },
];

function getResultCells(
  signal: Signal,
  settlement: Settlement,
  { levels, payout }: { readonly levels: readonly PlayedLevel[]; readonly payout: number },
): Cell[] {
  const last = levels.findLast(({ state }) => state !== 'unplayed');
  const format = (price: number | null | undefined) =>
    typeof price === 'number' ? formatPrice(signal.pair, price) : 'no close';
  const endedSignal = toSignalEnd(signal.createdAt, settlement, settlement.settledAt);
  const stakes = toStakes(computeLadderResult(endedSignal, { ...LADDER_RULES, payout }));
  return [
    {
      label: `Level ${last?.level ?? 0}, entry to close`,
      value: `${format(last?.entry)} → ${format(last?.exit)}`,
    },
    { label: 'With a $1 first stake', value: formatSignedMoney(Math.round(100 * stakes)) },
  ];
}

function getCells(
  { signal, state, verdict }: AdviceProps,
  levels: readonly PlayedLevel[],
  zone: Zone,
): Cell[] {
  switch (state.name) {
    case 'enter-at':
    case 'checking':
    case 'enter-now':
      return getEntryCells(signal, zone);
    case 'level':
      return getLevelCells(state.level, state.until, zone);
    case 'close':
      return getCloseCells(state.since, zone);
    case 'no-go':
      return [];
    case 'ended':
      return signal.settlement && state.isEntered
        ? getResultCells(signal, signal.settlement, { levels, payout: verdict.payout })
        : [];
  }
}

const COLUMNS: Readonly<Record<number, string>> = {
  2: '@xs:grid-cols-[1.7fr_1fr]',
  3: '@xs:grid-cols-[1.6fr_1fr_1fr]',
};

/** One row, or a list if the card is narrow or its text is large. */
const Cells = ({ cells }: { cells: readonly Cell[] }) => (
  <dl className={`grid border-t border-line-soft max-[20rem]:py-1 ${COLUMNS[cells.length] ?? ''}`}>
    {cells.map(({ label, value }) => (
      <div
        key={label}
        className="flex flex-wrap items-baseline justify-between gap-x-3 border-line-soft px-4 py-1 @xs:block @xs:border-l @xs:py-2.5 @xs:pr-0 @xs:pl-3 @xs:first:border-l-0 @xs:first:pl-4"
      >
        <dt translate="no" className="text-xs text-muted">
          {label}
        </dt>
        <dd
          translate="no"
          className="text-sm font-semibold tracking-tight whitespace-nowrap tabular-nums"
        >
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

interface FigureProps {
  readonly label: string;
  readonly percent: number;
  readonly note: string;
  /** Replaces the note, whose height stays. */
  readonly current?: string | null;
}

const Figure = ({ label, percent, note, current = null }: FigureProps) => (
  <div className="border-line-soft px-4 py-2.5 @3xs:border-l @3xs:first:border-l-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd translate="no" className="text-lg font-semibold tracking-tight tabular-nums">
      {formatPercent(percent)}
    </dd>
    <dd translate="no" className="grid text-xs text-muted tabular-nums">
      {current !== null && (
        <span className="col-start-1 row-start-1 font-semibold text-text">{current}</span>
      )}
      <span
        aria-hidden={current !== null}
        className={`col-start-1 row-start-1 ${current === null ? '' : 'invisible'}`}
      >
        {note}
      </span>
    </dd>
  </div>
);

interface FiguresProps {
  readonly signal: Signal;
  readonly state: SignalState;
  readonly needed: number;
}

const Figures = ({ signal, state, needed }: FiguresProps) => (
  <dl className="grid border-t border-line-soft @3xs:grid-cols-2">
    <Figure
      label="AI confidence"
      percent={signal.confidence.value}
      note={`a coin: ${COIN_WINS_TEXT}%`}
    />
    <Figure
      label="First entry wins"
      percent={signal.firstEntry.value}
      note={`breaks even at ${formatDecimal(needed)}%`}
      current={describeEntryOdds(signal, state)}
    />
  </dl>
);

const RISK = `Risk warning: every stake can be lost. Losing all ${LEVEL_COUNT} levels costs ${LOSS_TEXT} first stakes.`;

const Times = ({ signal }: { signal: Signal }) => {
  const zone = useZone();
  return (
    <p>
      <span>Created</span> <span translate="no">{formatTime(signal.createdAt, zone)}</span>{' '}
      <span>· Valid until</span>{' '}
      <span translate="no">{formatZonedClock(signal.expiresAt, zone)}</span>
    </p>
  );
};

const Warning = ({ children }: { children: string }) => (
  <p className="flex gap-1.5">
    <TriangleAlert size={14} aria-hidden className="mt-px shrink-0 text-amber" />
    <span>{children}</span>
  </p>
);

function Meta({ signal, state }: { signal: ReceivedSignal; state: SignalState }) {
  const isOver = !isAlive(state);
  const noGo = isNoGo(state);
  return (
    <div className="grid gap-1 border-t border-line-soft px-4 py-2.5 text-xs text-muted tabular-nums">
      {isOver && (
        <p>
          <span>AI confidence</span>{' '}
          <span translate="no">{formatPercent(signal.confidence.value)}</span>{' '}
          <span>{`(a coin: ${formatShortDecimal(COIN.withinLadder)}%)`}</span>
        </p>
      )}
      <Times signal={signal} />
      {signal.differs && (
        <p role="alert" className="font-semibold text-put">
          This isn’t the signal that was sealed, so no figures on this device count it.
        </p>
      )}
      {isDemonstration(signal.source) && (
        <p className="font-semibold text-amber">
          {`Demonstration on ${SOURCE_TEXT[signal.source]}: not a market you can trade.`}
        </p>
      )}
      {!noGo && <Warning>{RISK}</Warning>}
    </div>
  );
}

function getCurrentLevel(state: SignalState): number | null {
  if (state.name === 'level') return state.level;
  if (state.name === 'close') return LEVELS.length - 1;
  return state.name === 'enter-now' ? 0 : null;
}

/** The part of a card between its head and its buttons. */
export function SignalCardBody({
  signal,
  state,
  levels,
  verdict,
}: {
  signal: ReceivedSignal;
  state: SignalState;
  levels: readonly PlayedLevel[];
  verdict: SignalVerdict;
}) {
  const zone = useZone();
  const cells = getCells({ signal, state, verdict }, levels, zone);
  const current = getCurrentLevel(state);
  return (
    <>
      <Advice signal={signal} state={state} verdict={verdict} />
      {cells.length > 0 && (
        <>
          <Cells key={state.name} cells={cells} />
          {isAlive(state) && <Figures signal={signal} state={state} needed={verdict.needed} />}
          <LevelSteps
            steps={levels.map(({ level, entryTime, state: levelState }) => ({
              level,
              time: formatTime(entryTime, zone),
              state: getStepState(levelState, level === current),
            }))}
          />
        </>
      )}
      <Meta key={`${signal.id} ${state.name}`} signal={signal} state={state} />
    </>
  );
}

/** Only the current level is shown as `now`. */
function getStepState(state: PlayedLevel['state'], isCurrent: boolean): PlayedLevel['state'] {
  if (isCurrent) return 'now';
  return state === 'now' || state === 'due' ? 'ahead' : state;
}
