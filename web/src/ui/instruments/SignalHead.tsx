import { formatPair, type Pair } from '@quantalgo/contracts/market/pairs';
import type { Direction, Signal } from '@quantalgo/contracts/signals/signal';
import { getSignalState, isNoGo, type SignalState } from '@quantalgo/contracts/signals/signalState';
import {
  describeState,
  type StateBar as Bar,
  type StateTone,
} from '@quantalgo/contracts/signals/stateText';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import {
  ArrowRight,
  Check,
  CircleSlash,
  Clock,
  Hourglass,
  type LucideIcon,
  Minus,
  Moon,
  X,
} from 'lucide-react';
import { useZone } from '../../core/zone';
import { DirectionMark } from './DirectionMark';

const TONE_CLASSES: Readonly<Record<StateTone, string>> = {
  plain: 'bg-line-soft',
  ready: 'bg-line-soft',
  go: 'bg-[color-mix(in_srgb,var(--action)_72%,var(--on-action))] text-on-action',
  idle: 'bg-line-soft text-muted',
  won: 'bg-call-bg text-call',
  lost: 'bg-put-bg text-put',
};

const STATE_ICONS: Readonly<Record<Bar['name'], LucideIcon>> = {
  'enter-at': Clock,
  checking: Hourglass,
  'enter-now': ArrowRight,
  'no-go': CircleSlash,
  level: Hourglass,
  close: Hourglass,
  won: Check,
  lost: X,
  'break-even': Minus,
  'would-have': CircleSlash,
  waiting: CircleSlash,
  'market-closed': Moon,
};

/** Tones with grey secondary text. */
const GREY_TONES: ReadonlySet<StateTone> = new Set(['plain', 'ready', 'idle']);

/** Fills the whole bar for “Enter now” of a signal that pays, otherwise a line at its foot. */
function Drain({ share, tone }: { readonly share: number; readonly tone: StateTone }) {
  const look =
    tone === 'go'
      ? 'inset-y-0 bg-action'
      : `bottom-0 h-[3px] ${tone === 'ready' ? 'bg-accent' : 'bg-flat'}`;
  return (
    <span
      aria-hidden
      className={`absolute left-0 -z-1 forced-color-adjust-none ${look}`}
      style={{ width: `${100 * share}%` }}
    />
  );
}

/** Shows one verb and how long it applies. */
export function StateBar({ bar }: { readonly bar: Bar }) {
  const { name, verb, time, tone, share } = bar;
  const Icon = STATE_ICONS[name];
  const small = `text-sm font-normal tracking-normal ${GREY_TONES.has(tone) ? 'text-muted' : ''}`;
  return (
    <p
      translate="no"
      data-tone={tone}
      className={`relative z-0 flex min-h-14 flex-wrap items-center justify-between gap-x-3 px-4 py-1.5 text-lg font-semibold tracking-tight max-[22.5rem]:text-base ${TONE_CLASSES[tone]}`}
    >
      <span className="flex items-center gap-2">
        <Icon size={20} aria-hidden className="shrink-0" strokeWidth={2.25} />
        <span>{verb}</span>
      </span>
      {time && (
        <span className="tabular-nums">
          {time.before !== undefined && <span className={small}>{`${time.before} `}</span>}
          <span>{time.value}</span>
          {time.after !== undefined && <span className={small}>{` ${time.after}`}</span>}
        </span>
      )}
      {share !== null && <Drain share={share} tone={tone} />}
    </p>
  );
}

/** `quiet` draws the direction grey and hollow, because nobody should act on it. */
export function PairRow({
  pair,
  direction,
  quiet,
}: {
  readonly pair: Pair;
  readonly direction: Direction;
  readonly quiet: boolean;
}) {
  const [symbol, market] = formatPair(pair).split(' ');
  return (
    <h2
      translate="no"
      className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-3.5 text-xl tracking-tight"
    >
      <span className="wrap-anywhere">
        <span>{symbol}</span>
        {market !== undefined && (
          <span className="text-base tracking-normal text-muted">{` ${market}`}</span>
        )}
      </span>
      <DirectionMark direction={direction} size="title" quiet={quiet} />
    </h2>
  );
}

/** True for no-gos and, until they have ended, for signals that don't pay. */
export const isQuiet = (state: SignalState, verdict: VerdictName): boolean =>
  isNoGo(state) || (state.name !== 'ended' && verdict !== 'pays');

interface SignalHeadProps {
  readonly signal: Pick<Signal, 'pair' | 'direction' | 'createdAt' | 'settlement' | 'entered'>;
  readonly verdict: VerdictName;
  /** Epoch ms, like `nextAt`. */
  readonly now: number;
  /** When the next signal may come. Shown after a no-go. */
  readonly nextAt?: number | null;
}

export function SignalHead({ signal, verdict, now, nextAt = null }: SignalHeadProps) {
  const zone = useZone();
  const state = getSignalState(signal, now);
  return (
    <>
      <StateBar bar={describeState(state, { now, zone, verdict, nextAt })} />
      <PairRow pair={signal.pair} direction={signal.direction} quiet={isQuiet(state, verdict)} />
    </>
  );
}
