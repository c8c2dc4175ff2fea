import { pairLabel, signalPhase } from '@quantalgo/contracts';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { Card } from '../../../ui/Card';
import { playedLevels } from '../levels';
import { CardFoot } from './CardFoot';
import { CardHead } from './CardHead';
import { Facts } from './Facts';
import { Martingale } from './Martingale';
import { Odds } from './Odds';
import { Reasons } from './Reasons';
import { phaseFacts } from './phaseFacts';
import { RiskLine } from './RiskLine';

/**
 * A signal in full, in whichever phase it is.
 * @param props.now epoch ms, the server's clock.
 * @param props.knownUntil epoch ms up to which the server was heard.
 */
export function SignalCard({
  signal,
  now,
  knownUntil,
}: {
  signal: ReceivedSignal;
  now: number;
  knownUntil: number;
}) {
  const phase = signalPhase(signal, now);
  const levels = playedLevels(signal, now, knownUntil);
  return (
    <Card
      as="article"
      aria-label={`${pairLabel(signal.pair)} ${signal.direction} signal`}
      className={`@container overflow-hidden ${phase.name === 'enter-now' ? 'border-amber' : ''}`}
    >
      <CardHead signal={signal} phase={phase} now={now} />
      <Facts facts={phaseFacts(signal, phase, levels)} />
      <div className="grid gap-3.5 px-4 pt-3.5 pb-4">
        <Odds signal={signal} />
        <Martingale levels={levels} />
        <Reasons signal={signal} />
        <RiskLine source={signal.source} />
      </div>
      <CardFoot signal={signal} />
    </Card>
  );
}
