import {
  breakEven,
  COIN,
  formatPrice,
  LADDER_LOSS,
  type Settlement,
  type Signal,
  signalPath,
  type SignalPhase,
  watTime,
} from '@quantalgo/contracts';
import { useState } from 'react';
import { useMatch } from 'react-router-dom';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { TextLink } from '../../ui/Links';
import { Seal } from '../../ui/instruments/Marks';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { LEVEL_WORDS, StakeLadder } from '../../ui/instruments/StakeLadder';
import { SealDialog, useCommitment } from './Seal';
import { isJudgedLate, type PlayedLevel } from './levels';
import { countText, delayText, outcomeText, TOO_LATE, watText, worstLabel } from './signalText';

interface Fact {
  readonly label: string;
  readonly value: string;
  /** Said small after the value: `WAT`. */
  readonly unit?: string;
  readonly urgent?: boolean;
}

const COLUMNS: Record<number, string> = {
  2: '@3xs:grid-cols-[1.25fr_1fr]',
  3: '@3xs:grid-cols-[1.1fr_1fr_1fr]',
};

/** Two or three facts side by side between hairlines; below each other where the text is large. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={`grid border-y border-line-soft ${COLUMNS[facts.length] ?? ''}`}>
      {facts.map(({ label, value, unit, urgent = false }) => (
        <div
          key={label}
          className={`border-line-soft px-3 py-2.5 min-[360px]:px-4 @3xs:border-l @3xs:first:border-l-0 ${urgent ? 'bg-amber-bg' : ''}`}
        >
          <dt className={`text-xs ${urgent ? 'font-semibold text-amber' : 'text-muted'}`}>
            {label}
          </dt>
          <dd className="font-semibold tabular-nums">
            {value}
            {unit !== undefined && (
              <span className={`text-xs font-normal ${urgent ? 'text-muted' : 'text-faint'}`}>
                {' '}
                {unit}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const WAT = 'WAT';

const prices = (signal: Signal): Fact[] => [
  { label: 'Reference', value: formatPrice(signal.pair, signal.entryPrice) },
  { label: worstLabel(signal), value: formatPrice(signal.pair, signal.worstPrice) },
];

/** When a signal enters, and at which price it still makes sense. */
export const entryFacts = (signal: Signal, label = 'Enter at'): Fact[] => [
  { label, value: watTime(signal.expiresAt), unit: WAT, urgent: label === 'Enter now' },
  ...prices(signal),
];

const tooLate = (signal: Signal): Fact => ({
  label: `Entry was at ${watText(signal.expiresAt)}`,
  value: TOO_LATE,
});

function settledFacts(
  signal: Signal,
  settlement: Settlement,
  levels: readonly PlayedLevel[],
): Fact[] {
  const deciding = levels.findLast(({ state }) => state !== 'unplayed');
  const text = (price: number | null | undefined) =>
    typeof price === 'number' ? formatPrice(signal.pair, price) : 'no close';
  return [
    {
      label: isJudgedLate(signal, settlement)
        ? 'Lost: not judged in time'
        : outcomeText(settlement),
      value: `${text(deciding?.entry)} → ${text(deciding?.exit)}`,
    },
    { label: 'Closed at', value: watTime(deciding?.expiryTime ?? signal.expiresAt), unit: WAT },
  ];
}

/** The facts that matter in each phase of a signal: always one row of the same height. */
export function phaseFacts(
  signal: Signal,
  phase: SignalPhase,
  levels: readonly PlayedLevel[],
): Fact[] {
  switch (phase.name) {
    case 'open':
      return entryFacts(signal);
    case 'enter-now':
      return entryFacts(signal, 'Enter now');
    case 'running':
      return [
        tooLate(signal),
        { label: `Level ${phase.level} running to`, value: watTime(phase.endsAt), unit: WAT },
      ];
    case 'judging':
      return [tooLate(signal), { label: 'All levels are over', value: 'Being settled' }];
    case 'settled':
      return settledFacts(signal, phase.settlement, levels);
  }
}

const PAYS_FROM = breakEven();

/** The two calibrated probabilities of a signal, each beside what a coin scores and what pays. */
export function Odds({ signal }: { signal: Pick<Signal, 'firstEntry' | 'confidence'> }) {
  return (
    <div className="grid gap-x-7 gap-y-2.5 @lg:grid-cols-2">
      <ProbabilityScale
        label="First entry wins"
        probability={signal.firstEntry}
        coin={COIN.firstEntry}
        paysFrom={PAYS_FROM.firstEntry}
      />
      <ProbabilityScale
        label="AI confidence, within 4 levels"
        probability={signal.confidence}
        coin={COIN.withinLadder}
        paysFrom={PAYS_FROM.withinLadder}
      />
    </div>
  );
}

/** The four levels with their stakes and entry times, and what losing all of them costs. */
export function Martingale({ levels }: { levels: readonly PlayedLevel[] }) {
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-2">
        <h3 className="text-sm font-normal tracking-normal text-muted">Martingale</h3>
        <p className="text-xs text-faint">
          a four-level loss costs{' '}
          <span className="text-amber tabular-nums">{LADDER_LOSS.toFixed(1)}×</span> the first stake
        </p>
      </div>
      <StakeLadder
        rungs={levels.map(({ level, stake, entryTime, state }) => ({
          level,
          stake,
          state,
          time: watTime(entryTime),
        }))}
      />
    </div>
  );
}

/** The stored closes that each played level was judged on. */
export function Closes({ signal, levels }: { signal: Signal; levels: readonly PlayedLevel[] }) {
  const price = (close: number | null) =>
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
              <th className="py-1 text-left font-normal">Level {level}</th>
              <td className={cell}>{price(entry)}</td>
              <td className={cell}>{price(exit)}</td>
              <td className={cell}>{LEVEL_WORDS[state]}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Why the signal was given, in the strategy's words, and the way to its own page. */
export function Reasons({ signal }: { signal: ReceivedSignal }) {
  const page = signalPath(signal.id);
  const onPage = useMatch(page) !== null;
  const words = signal.reasons.map((reason) => `${reason}.`).join(' ');
  return (
    <div className="text-sm">
      {words && (
        <p className="text-muted">
          <span className="text-faint">Why: </span>
          {words}
        </p>
      )}
      {!onPage && (
        <TextLink to={page} className="inline-flex min-h-11 items-center lg:min-h-9">
          Candles, closes and proof
        </TextLink>
      )}
    </div>
  );
}

/** The facts of proof: seal, number, fingerprint, delay, and how long the signal is valid. */
export function CardFoot({ signal }: { signal: ReceivedSignal }) {
  const [open, setOpen] = useState(false);
  const commitment = useCommitment(signal);
  return (
    <div className="flex flex-col gap-x-4 border-t border-line-soft bg-sunk px-4 text-xs text-muted @md:flex-row @md:items-center @md:justify-between">
      <div className="flex items-center tabular-nums">
        <Seal number={countText(signal.ledgerSeq)} onOpen={() => setOpen(true)} />
        <span className="hidden pr-1 text-faint @lg:inline">
          {commitment && `${commitment.slice(0, 4)}…${commitment.slice(-4)}`}
        </span>
        {signal.live && (
          <span className="text-faint">
            · here in {delayText(signal.publishedAt, signal.receivedAt)}
          </span>
        )}
      </div>
      <p className="-mt-1.5 pb-3 tabular-nums @md:mt-0 @md:py-3">
        Created {watTime(signal.createdAt)} · Valid until {watText(signal.expiresAt)}
      </p>
      <SealDialog signal={signal} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
