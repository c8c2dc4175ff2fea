import { pairLabel, signalPhase, watTime } from '@quantalgo/contracts';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { DirectionMark } from '../../../ui/instruments/Marks';
import { LevelStrip } from '../../../ui/instruments/StakeLadder';
import { playedLevels } from '../levels';
import { SignalRow } from '../row/SignalRow';
import { TOO_LATE } from '../words';
import { SectionHead } from './SectionHead';

interface Times {
  now: number;
  knownUntil: number;
}

function progressText(signal: ReceivedSignal, now: number): string {
  const phase = signalPhase(signal, now);
  return phase.name === 'running'
    ? `level ${phase.level}, to ${watTime(phase.endsAt)}`
    : 'being settled';
}

function RunningRow({ signal, now, knownUntil }: Times & { signal: ReceivedSignal }) {
  const levels = playedLevels(signal, now, knownUntil);
  return (
    <SignalRow signal={signal} levels={() => levels}>
      <span className="font-semibold min-[375px]:min-w-18">{pairLabel(signal.pair)}</span>
      <DirectionMark direction={signal.direction} />
      <span className="ml-auto max-[374px]:hidden">
        <LevelStrip states={levels.map(({ state }) => state)} />
      </span>
      <span className="text-right text-xs whitespace-nowrap text-muted tabular-nums max-[374px]:ml-auto min-[375px]:min-w-24">
        {progressText(signal, now)}
      </span>
    </SignalRow>
  );
}

/** Signals that can no longer be entered and are not settled yet. */
export function Running({ signals, ...times }: Times & { signals: readonly ReceivedSignal[] }) {
  if (signals.length === 0) return null;
  return (
    <section>
      <SectionHead title="Running">
        <span className="sr-only">{TOO_LATE}</span>
        <span aria-hidden>too late to enter</span>
      </SectionHead>
      <ul>
        {signals.map((signal) => (
          <RunningRow key={signal.id} signal={signal} {...times} />
        ))}
      </ul>
    </section>
  );
}
