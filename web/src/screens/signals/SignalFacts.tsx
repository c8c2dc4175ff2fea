import { formatCount, formatTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPrice } from '@quantalgo/contracts/market/pairs';
import { computeBreakEven, COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import {
  type Settlement,
  type Signal,
  type SignalPhase,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT, LOSS_TEXT, formatOutcome } from '@quantalgo/contracts/signals/words';
import { type ComponentType, useEffect, useState } from 'react';
import { useMatch } from 'react-router-dom';
import { usePayout } from '../../data/settings/payout';
import { runAfterProof } from '../../data/core/firstPaint';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { TextLink } from '../../ui/Links';
import { Seal } from '../../ui/instruments/Marks';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { LEVEL_TEXT, StakeLadder } from '../../ui/instruments/StakeLadder';
import { useCommitment } from './commitment';
import type { SealDialogProps } from './Seal';
import { isJudgedLate, type PlayedLevel } from './levels';
import { formatDeliveryDelay, NO_GO, TOO_LATE, WAITING, getWorstPriceLabel } from './signalText';
import { useZone } from '../../core/zone';

/** Not needed for the first paint. */
const loadSealDialog = async () => (await import('./Seal')).default;

interface Fact {
  readonly label: string;
  readonly value: string;
  /** Small text after the value, such as `WAT`. */
  readonly unit?: string;
  readonly urgent?: boolean;
}

const COLUMNS: Record<number, string> = {
  2: '@3xs:grid-cols-[1.25fr_1fr]',
  3: '@3xs:grid-cols-[1.1fr_1fr_1fr]',
};

/** Stacked if the text is large. `quiet` suppresses highlights. */
export function FactGrid({ facts, quiet = false }: { facts: readonly Fact[]; quiet?: boolean }) {
  return (
    <dl className={`grid border-y border-line-soft ${COLUMNS[facts.length] ?? ''}`}>
      {facts.map(({ label, value, unit, urgent: isUrgent = false }) => {
        const urgent = isUrgent && !quiet;
        return (
          <div
            key={label}
            className={`border-line-soft px-3 py-2.5 min-[360px]:px-4 @3xs:border-l @3xs:first:border-l-0 ${urgent ? 'bg-amber-bg' : ''}`}
          >
            <dt className={`text-xs ${urgent ? 'font-semibold text-amber' : 'text-muted'}`}>
              {label}
            </dt>
            <dd translate="no" className="font-semibold tabular-nums">
              <span>{value}</span>
              {unit !== undefined && (
                <span className={`text-xs font-normal ${urgent ? 'text-muted' : 'text-faint'}`}>
                  {` ${unit}`}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const LEVEL_MINUTES = SLOT_MS / 60_000;

const CHECKING = 'Checking the price';

export const getEntryFacts = (signal: Signal, zone: Zone, label = 'Enter at'): Fact[] => [
  {
    label,
    value: formatTime(getEntryTime(signal), zone),
    unit:
      label === CHECKING
        ? zone.label(getEntryTime(signal))
        : `${zone.label(getEntryTime(signal))}, for ${LEVEL_MINUTES} min`,
    urgent: label === 'Enter now',
  },
  { label: getWorstPriceLabel(signal), value: formatPrice(signal.pair, signal.worstPrice) },
];

const getTooLateFact = (signal: Signal, zone: Zone): Fact =>
  signal.entered === false
    ? { label: `No go at ${formatZonedTime(getEntryTime(signal), zone)}`, value: 'Not entered' }
    : { label: `Entry was at ${formatZonedTime(getEntryTime(signal), zone)}`, value: TOO_LATE };

/** The price was past the limit, or none was known in time. */
const getNoGoFacts = (signal: Signal, zone: Zone): Fact[] => [
  { label: `No go at ${formatZonedTime(getEntryTime(signal), zone)}`, value: NO_GO },
  { label: getWorstPriceLabel(signal), value: formatPrice(signal.pair, signal.worstPrice) },
];

function getSettledFacts(
  signal: Signal,
  settlement: Settlement,
  levels: readonly PlayedLevel[],
  zone: Zone,
): Fact[] {
  const lastPlayed = levels.findLast(({ state }) => state !== 'unplayed');
  const format = (price: number | null | undefined) =>
    typeof price === 'number' ? formatPrice(signal.pair, price) : 'no close';
  return [
    {
      label: isJudgedLate(signal, settlement)
        ? 'Lost: not judged in time'
        : formatOutcome(settlement),
      value: `${format(lastPlayed?.entry)} → ${format(lastPlayed?.exit)}`,
    },
    {
      label: 'Closed at',
      value: formatTime(lastPlayed?.expiryTime ?? getEntryTime(signal), zone),
      unit: zone.label(getEntryTime(signal)),
    },
  ];
}

/** Always one row of the same height. */
export function getPhaseFacts(
  signal: Signal,
  phase: SignalPhase,
  levels: readonly PlayedLevel[],
  zone: Zone,
): Fact[] {
  switch (phase.name) {
    case 'open':
      return getEntryFacts(signal, zone);
    case 'checking':
      return getEntryFacts(signal, zone, CHECKING);
    case 'enter-now':
      return getEntryFacts(signal, zone, 'Enter now');
    case 'no-go':
      return getNoGoFacts(signal, zone);
    case 'running':
      return [
        getTooLateFact(signal, zone),
        {
          label:
            phase.level === 0 ? 'Level 0 running to' : `Level ${phase.level}, if needed, closes at`,
          value: formatTime(phase.endsAt, zone),
          unit: zone.label(getEntryTime(signal)),
        },
      ];
    case 'judging':
      return [getTooLateFact(signal, zone), { label: 'All levels are over', value: WAITING }];
    case 'settled':
      return getSettledFacts(signal, phase.settlement, levels, zone);
  }
}

export function Odds({ signal }: { signal: Pick<Signal, 'firstEntry' | 'confidence'> }) {
  const paysFrom = computeBreakEven(usePayout());
  return (
    <div className="grid gap-x-7 gap-y-2.5 @lg:grid-cols-2">
      <ProbabilityScale
        label="First entry wins"
        probability={signal.firstEntry}
        coin={COIN.firstEntry}
        paysFrom={paysFrom.firstEntry}
      />
      <ProbabilityScale
        label={`AI confidence, within ${LEVELS.length} levels`}
        probability={signal.confidence}
        coin={COIN.withinLadder}
        paysFrom={paysFrom.withinLadder}
      />
    </div>
  );
}

export function Martingale({
  levels,
  quiet = false,
}: {
  levels: readonly PlayedLevel[];
  quiet?: boolean;
}) {
  const zone = useZone();
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-2">
        <h3 className="text-sm font-normal tracking-normal text-muted">Martingale</h3>
        <p className="text-xs text-faint">
          <span>{`a ${LEVEL_COUNT}-level loss costs`}</span>{' '}
          <span translate="no" className="text-amber tabular-nums">{`${LOSS_TEXT}×`}</span>{' '}
          <span>the first stake</span>
        </p>
      </div>
      <StakeLadder
        quiet={quiet}
        rungs={levels.map(({ level, stake, entryTime, state }) => ({
          level,
          stake,
          state,
          time: formatTime(entryTime, zone),
        }))}
      />
    </div>
  );
}

export function Closes({ signal, levels }: { signal: Signal; levels: readonly PlayedLevel[] }) {
  const formatClose = (close: number | null) =>
    close === null ? 'missing' : formatPrice(signal.pair, close);
  const cell = 'py-1 text-right font-normal';
  return (
    <table className="w-full text-xs tabular-nums">
      <caption className="sr-only">Closes that the levels were judged on</caption>
      <thead className="text-muted">
        <tr>
          <th className="py-1 text-left font-normal">Judged on</th>
          <th className={cell}>Entry</th>
          <th className={cell}>Exit</th>
          <th className={cell}>Result</th>
        </tr>
      </thead>
      <tbody>
        {levels
          .filter(({ state }) => state !== 'unplayed')
          .map(({ level, entry, exit, state }) => (
            <tr key={level} className="border-t border-line-soft">
              <th className="py-1 text-left font-normal">{`Level ${level}`}</th>
              <td translate="no" className={cell}>
                {formatClose(entry)}
              </td>
              <td translate="no" className={cell}>
                {formatClose(exit)}
              </td>
              <td className={cell}>{LEVEL_TEXT[state]}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

export function Reasons({ signal }: { signal: ReceivedSignal }) {
  const page = signalPath(signal.id);
  const isOnPage = useMatch(page) !== null;
  const reasonText = signal.reasons.map((reason) => `${reason}.`).join(' ');
  return (
    <div className="text-sm">
      {reasonText && (
        <p className="text-muted">
          <span className="text-faint">Why: </span>
          <span>{reasonText}</span>
        </p>
      )}
      {!isOnPage && (
        <TextLink to={page} className="inline-flex min-h-11 items-center lg:min-h-9">
          Candles, closes and proof
        </TextLink>
      )}
    </div>
  );
}

export function CardFoot({ signal }: { signal: ReceivedSignal }) {
  const [open, setOpen] = useState(false);
  const [SealDialog, setSealDialog] = useState<ComponentType<SealDialogProps> | null>(null);
  const load = () =>
    loadSealDialog().then(
      (component) => setSealDialog(() => component),
      () => undefined,
    );
  // Preloaded, so that it opens offline. A failed load is retried by the next click.
  useEffect(() => runAfterProof(() => void load()), []);
  const show = () => {
    setOpen(true);
    if (!SealDialog) void load();
  };
  const commitment = useCommitment(signal);
  return (
    <div className="flex flex-col gap-x-4 border-t border-line-soft bg-sunk px-4 text-xs text-muted @md:flex-row @md:items-center @md:justify-between">
      <div className="flex items-center tabular-nums">
        <Seal number={formatCount(signal.ledgerSeq)} onOpen={show} />
        <span translate="no" className="hidden pr-1 text-faint @lg:inline">
          {commitment && `${commitment.slice(0, 4)}…${commitment.slice(-4)}`}
        </span>
        {signal.live && (
          <span translate="no" className="text-faint">
            {`· here in ${formatDeliveryDelay(signal.publishedAt, signal.receivedAt)}`}
          </span>
        )}
      </div>
      <p className="-mt-1.5 pb-3 tabular-nums @md:mt-0 @md:py-3">
        <span>Reference</span>{' '}
        <span translate="no">{formatPrice(signal.pair, signal.entryPrice)}</span>
      </p>
      {SealDialog && <SealDialog signal={signal} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}
