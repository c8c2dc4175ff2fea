import { formatTime } from '../core/format';
import type { Zone } from '../core/time';
import { formatPrice } from '../market/pairs';
import { CONFIRM_TIMEOUT_MS, isPastWorst } from './confirmation';
import type { Level } from './ladder';
import { getEntryTime, type Signal } from './signal';
import type { SignalState } from './signalState';
import type { SignalVerdict } from './verdict';
import { describeVerdict } from './verdictText';

type AdvisedSignal = Pick<
  Signal,
  'createdAt' | 'pair' | 'direction' | 'worstPrice' | 'entered' | 'settlement'
>;

function describeNoGo(signal: AdvisedSignal, zone: Zone): string {
  const { pair, direction, worstPrice, entered, settlement } = signal;
  const at = formatTime(getEntryTime(signal), zone);
  const price = settlement?.closes[0]?.price ?? null;
  const side = direction === 'CALL' ? 'above' : 'below';
  const limit = `${side} the limit of ${formatPrice(pair, worstPrice)}`;
  if (entered === undefined || (settlement && (price === null || !isPastWorst(signal, price))))
    return `No-go: no price was confirmed within ${CONFIRM_TIMEOUT_MS / 1000} seconds of ${at}. Nobody should enter.`;
  return price === null
    ? `No-go: at ${at} the price was ${limit}, or no price arrived in time. Nobody should enter.`
    : `No-go: at ${at} the price was ${formatPrice(pair, price)}, ${limit}. Nobody should enter.`;
}

/** Doesn't say that the previous level lost, because its close may come late. */
function describeLevel(level: Level, endsAt: string): string {
  const previousLevel = level === 0 ? '' : `No win reported at level ${level - 1}. `;
  return `${previousLevel}Level ${level} decides at ${endsAt}. Not in yet? Too late, don’t enter.`;
}

/** Shown below the state bar. Null once the result needs no advice. */
export function describeAdvice(
  signal: AdvisedSignal,
  state: SignalState,
  { verdict, zone }: { readonly verdict: SignalVerdict; readonly zone: Zone },
): string | null {
  switch (state.name) {
    case 'enter-at':
    case 'enter-now':
      return describeVerdict(verdict);
    case 'checking':
      return `The price at ${formatTime(getEntryTime(signal), zone)} is being checked. Enter only if this says “Enter now”.`;
    case 'no-go':
      return describeNoGo(signal, zone);
    case 'level':
      return describeLevel(state.level, formatTime(state.until, zone));
    case 'close':
      return `The trade ended at ${formatTime(state.since, zone)}. We are reading the closing price; the result will appear automatically.`;
    case 'ended':
      return state.isEntered ? null : describeNoGo(signal, zone);
  }
}
