import { formatCount, formatTime } from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import { formatPrice } from '@quantalgo/contracts/market/pairs';
import { computeBreakEven, COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT, LOSS_TEXT } from '@quantalgo/contracts/signals/words';
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
import type { PlayedLevel } from './levels';
import { formatDeliveryDelay } from './signalText';
import { useZone } from '../../core/zone';

/** Lazy, because the first paint doesn't need it. */
const loadSealDialog = async () => (await import('./Seal')).default;

export function Odds({ signal }: { signal: Pick<Signal, 'pair' | 'firstEntry' | 'confidence'> }) {
  const breakEvenRate = computeBreakEven(usePayout(signal.pair));
  return (
    <div className="grid gap-x-7 gap-y-2.5 @lg:grid-cols-2">
      <ProbabilityScale
        label="First entry wins"
        probability={signal.firstEntry}
        coin={COIN.firstEntry}
        breakEvenRate={breakEvenRate.firstEntry}
      />
      <ProbabilityScale
        label={`AI confidence, within ${LEVELS.length} levels`}
        probability={signal.confidence}
        coin={COIN.withinLadder}
        breakEvenRate={breakEvenRate.withinLadder}
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
      <caption className="sr-only">Closing prices that decided each level</caption>
      <thead className="text-muted">
        <tr>
          <th className="py-1 text-left font-normal">Closing prices</th>
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
            {`· arrived in ${formatDeliveryDelay(signal.publishedAt, signal.receivedAt)}`}
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
