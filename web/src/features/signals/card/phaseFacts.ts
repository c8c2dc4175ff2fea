import {
  formatPrice,
  watTime,
  type Settlement,
  type Signal,
  type SignalPhase,
} from '@quantalgo/contracts';
import { isJudgedLate } from '../late';
import type { PlayedLevel } from '../levels';
import { outcomeText, TOO_LATE, watText, worstLabel } from '../words';
import type { Fact } from './Facts';

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
