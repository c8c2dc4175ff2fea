import type { SignalVerdict, VerdictName } from './verdict';

export const VERDICT_TEXT: Readonly<Record<VerdictName, string>> = {
  pays: 'Pays',
  unclear: 'Not enough results',
  paper: 'Paper only',
};

const NO_BREAK_SPACE = '\u00A0';

/** `47 cents`, or `$1.20` from a dollar up. */
function formatLadderResult(stakes: number): string {
  const cents = Math.round(Math.abs(stakes) * 100);
  if (cents >= 100) return `$${(cents / 100).toFixed(2)}`;
  if (cents === 0) return 'less than a cent';
  return cents === 1 ? '1 cent' : `${cents}${NO_BREAK_SPACE}cents`;
}

/** States the average result of the whole ladder for a first stake of $1. */
export function describeVerdict({
  name,
  payout,
  perFirstStake,
}: Omit<SignalVerdict, 'needed'>): string {
  const yourPayout = `your ${Math.round(payout * 100)}% payout`;
  const money = `${formatLadderResult(perFirstStake)} per $1 first stake on average`;
  if (name === 'paper') return `At ${yourPayout} this loses ${money}. Use it on paper.`;
  if (name === 'pays' && perFirstStake < 0)
    return `By our figures, first entries alone pay at ${yourPayout}, but playing all levels loses ${money}.`;
  return name === 'pays'
    ? `By our figures, this earns ${money} at ${yourPayout}.`
    : `Not enough results to tell if this pays at ${yourPayout}. Use it on paper.`;
}
