import {
  countText,
  decimalText,
  exactText,
  percentText,
  secondsText,
  shortDecimal,
} from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import type { SeenHead, StampFault } from '@quantalgo/contracts/record/ledger/evidence';
import { type TimeRule, WEIGHT_OF } from '@quantalgo/contracts/record/ledger/timeRules';
import type { Break, ChainSummary } from '@quantalgo/contracts/record/ledger/verifier';
import { COIN, withinLadder } from '@quantalgo/contracts/signals/ladder';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { CircleAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type {
  ShownVerdict,
  StampedVerdict,
  StampsVerdict,
  VerificationOutcome,
} from '../../data/record/messages';

type ResultTone = 'good' | 'warning' | 'bad';

const TONES = {
  good: { color: 'text-call', Icon: ShieldCheck },
  warning: { color: 'text-amber', Icon: TriangleAlert },
  bad: { color: 'text-put', Icon: CircleAlert },
} as const;

/** The result in a few words. It takes the focus, as it replaces the button that was pressed. */
export function ResultHeading({ tone, children }: { tone: ResultTone; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { color, Icon } = TONES[tone];
  return (
    <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl font-semibold">
      <Icon size={28} aria-hidden className={`shrink-0 ${color}`} />
      <span>{children}</span>
    </h2>
  );
}

type Checked = Extract<VerificationOutcome, { kind: 'checked' }>;

/** `#48,213`. */
const number = (seq: number) => `#${countText(seq)}`;

/** `9f3a…c21d`. */
const shortHash = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const plural = (count: number, one: string, more: string) =>
  `${countText(count)} ${count === 1 ? one : more}`;

const momentText = (at: number): string => exactText(at, WAT);

/** The result as a heading and sentences. */
interface VerificationSummary {
  readonly tone: ResultTone;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** What a device noted. */
const seenText = ({ size, root }: SeenHead) =>
  `${plural(size, 'entry', 'entries')} with the root ${shortHash(root)}`;

const OTHERWISE = {
  gone: 'Today the ledger has fewer.',
  other: 'Today it begins with different ones.',
} as const;

function rewrittenText(head: SeenHead, now: 'gone' | 'other'): VerificationSummary {
  const then = `On ${momentText(head.seenAt)} this device saw ${seenText(head)}.`;
  return {
    tone: 'bad',
    title: 'Rewritten since you last saw it',
    sentences: [
      `${then} ${OTHERWISE[now]}`,
      'The entries fit together, so someone made all of them again. Don’t trust these figures.',
    ],
  };
}

const REWRITTEN: readonly StampFault[] = ['rewritten', 'gone', 'before-its-entry'];

function stampedOtherwise({ faults }: StampsVerdict): VerificationSummary | null {
  const fault = faults.find((one) => REWRITTEN.includes(one.fault));
  if (!fault) return null;
  return {
    tone: 'bad',
    title: 'Rewritten after it was time-stamped',
    sentences: [
      `On ${fault.day} an outside authority time-stamped entry ${number(fault.seq)}. The ledger no longer has that entry.`,
    ],
  };
}

function shownOtherwise(shown: ShownVerdict): VerificationSummary | null {
  if (shown.agrees) return null;
  const said = `The site shows ${countText(shown.won)} won of ${countText(shown.settled)} settled`;
  const found = shown.standing
    ? `the ledger says ${countText(shown.standing.won)}`
    : 'the ledger holds fewer settlements';
  return {
    tone: 'bad',
    title: 'The site shows other figures',
    sentences: [`The ledger holds, but its figures differ: ${said}, ${found}.`],
  };
}

/** What a broken rule of time shows, in the heading. */
const RULE_TITLES: Readonly<Record<TimeRule, string>> = {
  'back-dated': 'Back-dated',
  'late-publication': 'Published too late',
  'closed-while-open': 'Called closed while it was open',
  'late-miss': 'It holds, but slots were missed late',
  'missing-prices': 'It holds, but prices are missing',
};

const MEANINGS = {
  false:
    'The entries fit together, but what they claim about time is not true. Don’t trust figures from there on.',
  doubtful:
    'Every entry fits. An outage can leave this behind, and so can someone who waits for the outcome first: to be safe, count them as lost.',
} as const;

/** The gravest of the rules of time that are broken. */
function brokenInTime({ faults }: Checked): VerificationSummary | null {
  const fault = faults.find(({ rule }) => WEIGHT_OF[rule] === 'false') ?? faults[0];
  if (!fault) return null;
  const weight = WEIGHT_OF[fault.rule];
  const more = fault.count === 1 ? '' : ` ${countText(fault.count - 1)} more like it follow.`;
  return {
    tone: weight === 'false' ? 'bad' : 'warning',
    title: `${RULE_TITLES[fault.rule]}: entry ${number(fault.seq)}`,
    sentences: [`${fault.reason}${more}`, MEANINGS[weight]],
  };
}

const holds = ({ summary, offlineSince }: Checked): VerificationSummary => ({
  tone: 'good',
  title: 'Verified',
  sentences: [
    offlineSince === null
      ? `All ${plural(summary.entries, 'entry', 'entries')} hold: none was changed, none is missing, and every outcome follows from its prices.`
      : `The ledger can’t be reached now. All ${plural(summary.entries, 'entry', 'entries')} stored on this device hold, as downloaded on ${momentText(offlineSince)}.`,
  ],
});

function brokenText({ seq, reason }: Break): VerificationSummary {
  const before = seq === 0 ? '' : `The ${plural(seq, 'entry', 'entries')} before it hold. `;
  return {
    tone: 'bad',
    title: `Broken at entry ${number(seq)}`,
    sentences: [reason, `${before}Nothing from there on can be trusted.`],
  };
}

/** The verdict on everything that was checked: the gravest finding first. */
export function verificationSummaryOf(outcome: VerificationOutcome): VerificationSummary {
  if (outcome.kind === 'broken') return brokenText(outcome.found);
  const { conflict } = outcome.heads;
  if (conflict) return rewrittenText(conflict.head, conflict.now);
  return (
    (outcome.stamps && stampedOtherwise(outcome.stamps)) ??
    (outcome.shown && shownOtherwise(outcome.shown)) ??
    brokenInTime(outcome) ??
    holds(outcome)
  );
}

/** A rate for display: a large value, with its basis below. */
interface RateText {
  readonly label: string;
  readonly value: string;
  readonly basis: string;
}

function rateText(label: string, found: Probability | null, coin: number): RateText {
  if (found === null) return { label, value: '–', basis: 'nothing settled yet' };
  const { value, low, high } = found;
  const interval = `95 % interval ${decimalText(low)} to ${decimalText(high)}`;
  return {
    label,
    value: percentText(value),
    basis: `${interval} · coin ${shortDecimal(coin)}`,
  };
}

/** The rates computed on this device, beside a coin's by the rules of the ledger. */
export const ratesOfSummary = ({
  winRate,
  firstEntryRate,
  rules: { levels },
}: ChainSummary): readonly RateText[] => [
  rateText('First entry', firstEntryRate, COIN.firstEntry),
  rateText(`Within ${levels} levels`, winRate, withinLadder(COIN.firstEntry, levels)),
];

function settledText({ settled, won, lost, breakEven, overdue }: ChainSummary): string {
  const never = overdue === 0 ? '' : `; ${countText(overdue)} never revealed, counted as lost`;
  return `${countText(settled)}: won ${countText(won)}, lost ${countText(lost)}, break-even ${countText(breakEven)}${never}`;
}

function shownText(shown: ShownVerdict | null): string {
  if (!shown) return 'Not compared: they can’t be reached';
  return shown.agrees
    ? `The same, for ${plural(shown.settled, 'settled signal', 'settled signals')}`
    : 'Different';
}

function headsText({ heads }: Checked): string {
  const { compared, earlierLedger } = heads;
  const seen =
    compared === 0
      ? 'None yet; from now on this device notes what it sees'
      : `${plural(compared, 'state', 'states')} noted on earlier visits, and the ledger still begins with each`;
  return earlierLedger === null
    ? seen
    : `${seen}. Another ledger was served here on ${momentText(earlierLedger.seenAt)}`;
}

function stampsText(stamps: StampsVerdict | null): string {
  if (!stamps) return 'Not compared: they can’t be reached';
  const { fit, faults, authorities } = stamps;
  if (fit + faults.length === 0) return 'None yet';
  const wrong = faults.length === 0 ? '' : `, ${plural(faults.length, 'day does', 'days do')} not`;
  return `${plural(fit, 'day fits', 'days fit')}${wrong} (${authorities.join(', ')}; signatures not checked here)`;
}

const RULE_TEXT: Readonly<Record<TimeRule, string>> = {
  'back-dated': 'Back-dated',
  'late-publication': 'Published too late',
  'closed-while-open': 'Called closed while open',
  'late-miss': 'Missed late',
  'missing-prices': 'Without prices',
};

const timesText = ({ faults }: Checked): string =>
  faults.length === 0
    ? 'Every entry follows the rules of time'
    : faults
        .map(
          ({ rule, seq, count }) =>
            `${RULE_TEXT[rule]}: ${number(seq)}${count === 1 ? '' : ` and ${countText(count - 1)} more`}`,
        )
        .join('; ');

function stampedText(stamped: StampedVerdict | null): string {
  if (!stamped) return 'Not compared: they can’t be reached';
  const { days, published, before, authorities } = stamped;
  if (authorities.length === 0) return `None in the last ${days} days`;
  const rest = published === before ? '' : `; ${countText(published - before)} were not`;
  return `${countText(before)} of ${plural(published, 'signal', 'signals')} of the last ${days} days${rest}, as the site lists them (${authorities.join(', ')}). The command below proves it`;
}

const rootText = ({ root, isSignatureChecked }: Checked) =>
  isSignatureChecked ? root : `${root} (this browser can’t check its signature)`;

const effortText = ({ downloaded, kept, ms }: Checked) =>
  `${secondsText(ms)} on this device; ${plural(downloaded, 'bundle', 'bundles')} of entries downloaded, ${countText(kept)} kept from before`;

/** The facts of a verification, as labels and values. */
export function factsOf(outcome: Checked): readonly (readonly [string, string])[] {
  const { summary, heads } = outcome;
  const { head } = summary;
  const corrected =
    summary.corrections === 0
      ? ''
      : `, ${plural(summary.corrections, 'correction', 'corrections')}`;
  return [
    ['Settled', settledText(summary)],
    ['Running', `${countText(summary.waiting)} sealed and not settled yet`],
    ['Missed slots', `${countText(summary.missed)}${corrected}`],
    ['Figures shown', shownText(outcome.shown)],
    ['Seen before', heads.conflict ? 'No longer all there' : headsText(outcome)],
    ['Times', timesText(outcome)],
    ['Time-stamps', stampsText(outcome.stamps)],
    ['Stamped before entry', stampedText(outcome.stamped)],
    ['Newest entry', `${number(head.seq)} of ${momentText(Date.parse(head.at))}`],
    ['Its hash', head.hash],
    ['Root of the log', rootText(outcome)],
    ['Effort', effortText(outcome)],
  ];
}
