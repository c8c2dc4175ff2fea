import {
  formatCount,
  formatDecimal,
  formatExactTime,
  formatPercent,
  formatSeconds,
  formatShortDecimal,
} from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import type { ObservedHead, StampFault } from '@quantalgo/contracts/record/ledger/evidence';
import { type TimeRule, SEVERITY } from '@quantalgo/contracts/record/ledger/timeRules';
import type { ChainBreak, ChainSummary } from '@quantalgo/contracts/record/ledger/verifier';
import { COIN, computeLadderWinRate } from '@quantalgo/contracts/signals/ladder';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { CircleAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type {
  FiguresVerdict,
  StampedVerdict,
  StampsVerdict,
  VerificationOutcome,
} from '../../data/record/messages';

type ResultTone = 'good' | 'warning' | 'bad';

const TONE_LOOKS = {
  good: { color: 'text-call', Icon: ShieldCheck },
  warning: { color: 'text-amber', Icon: TriangleAlert },
  bad: { color: 'text-put', Icon: CircleAlert },
} as const;

/** Takes the focus, because it replaces the button that was pressed. */
export function ResultHeading({ tone, children }: { tone: ResultTone; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { color, Icon } = TONE_LOOKS[tone];
  return (
    <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl font-semibold">
      <Icon size={28} aria-hidden className={`shrink-0 ${color}`} />
      <span>{children}</span>
    </h2>
  );
}

type Checked = Extract<VerificationOutcome, { kind: 'checked' }>;

/** For example `#48,213`. */
const formatSeq = (seq: number) => `#${formatCount(seq)}`;

/** For example `9f3a…c21d`. */
const shortenHash = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const countUnits = (count: number, singular: string, pluralForm: string) =>
  `${formatCount(count)} ${count === 1 ? singular : pluralForm}`;

const formatMoment = (at: number): string => formatExactTime(at, WAT);

interface VerificationSummary {
  readonly tone: ResultTone;
  readonly title: string;
  readonly sentences: readonly string[];
}

const describeHead = ({ size, root }: ObservedHead) =>
  `${countUnits(size, 'entry', 'entries')} with the root ${shortenHash(root)}`;

const CONFLICT_TEXT = {
  gone: 'The ledger now has fewer entries.',
  other: 'The ledger now begins with different entries.',
} as const;

function summarizeRewrite(head: ObservedHead, now: 'gone' | 'other'): VerificationSummary {
  const sighting = `On ${formatMoment(head.seenAt)} this device saw ${describeHead(head)}.`;
  return {
    tone: 'bad',
    title: 'Rewritten since you last saw it',
    sentences: [
      `${sighting} ${CONFLICT_TEXT[now]}`,
      'The entries are consistent with each other, so someone rebuilt all of them. Don’t trust these figures.',
    ],
  };
}

const REWRITE_FAULTS: readonly StampFault[] = ['rewritten', 'gone', 'before-its-entry'];

function summarizeStampFault({ faults }: StampsVerdict): VerificationSummary | null {
  const fault = faults.find((item) => REWRITE_FAULTS.includes(item.fault));
  if (!fault) return null;
  const stampText = `On ${fault.day} an outside authority time-stamped entry ${formatSeq(fault.seq)}.`;
  return fault.fault === 'before-its-entry'
    ? {
        tone: 'bad',
        title: 'Dated after its time-stamp',
        sentences: [`${stampText} The entry claims to be newer than that.`],
      }
    : {
        tone: 'bad',
        title: 'Rewritten after it was time-stamped',
        sentences: [`${stampText} The ledger no longer has that entry.`],
      };
}

function summarizeUnfitStamp({ faults: [fault] }: StampsVerdict): VerificationSummary | null {
  if (!fault) return null;
  return {
    tone: 'warning',
    title: 'Intact, but a time-stamp doesn’t fit',
    sentences: [
      `The time-stamp of ${fault.day} doesn’t cover entry ${formatSeq(fault.seq)}, so it proves nothing about it.`,
    ],
  };
}

function describeStanding({ won, standing }: FiguresVerdict): string {
  if (!standing) return 'the ledger has fewer settlements';
  return standing.won === won
    ? 'the ledger agrees on the wins, but not on all other figures'
    : `the ledger says ${formatCount(standing.won)}`;
}

function summarizeFiguresFault(verdict: FiguresVerdict): VerificationSummary | null {
  if (verdict.agrees) return null;
  const siteFigures = `The site shows ${formatCount(verdict.won)} won of ${formatCount(verdict.settled)} settled`;
  const ledgerFigures = describeStanding(verdict);
  return {
    tone: 'bad',
    title: 'The site shows different figures',
    sentences: [`The ledger is intact, but the figures differ. ${siteFigures}; ${ledgerFigures}.`],
  };
}

const RULE_TITLES: Readonly<Record<TimeRule, string>> = {
  'back-dated': 'Back-dated',
  'late-publication': 'Published too late',
  'closed-while-open': 'Market recorded as closed while open',
  'late-miss': 'Intact, but missed slots were recorded late',
  'missing-prices': 'Intact, but prices are missing',
};

const SEVERITY_TEXT = {
  false:
    'The entries are consistent with each other, but their times are false. Don’t trust figures from there on.',
  doubtful:
    'Every entry is intact. An outage can cause this, but so can someone who waits for the outcome first. To be safe, count these as lost.',
} as const;

/** Reports the most serious broken rule. */
function summarizeTimeFault({ faults }: Checked): VerificationSummary | null {
  const fault = faults.find(({ rule }) => SEVERITY[rule] === 'false') ?? faults[0];
  if (!fault) return null;
  const severity = SEVERITY[fault.rule];
  const repetitionText =
    fault.count === 1 ? '' : ` And ${formatCount(fault.count - 1)} more like it.`;
  return {
    tone: severity === 'false' ? 'bad' : 'warning',
    title: `${RULE_TITLES[fault.rule]}: entry ${formatSeq(fault.seq)}`,
    sentences: [`${fault.reason}${repetitionText}`, SEVERITY_TEXT[severity]],
  };
}

const summarizeSuccess = ({ summary, offlineSince }: Checked): VerificationSummary => ({
  tone: 'good',
  title: 'Verified',
  sentences: [
    offlineSince === null
      ? `All ${countUnits(summary.entries, 'entry', 'entries')} are intact: none was changed, none is missing, and every outcome follows from its prices.`
      : `The ledger can’t be reached right now. All ${countUnits(summary.entries, 'entry', 'entries')} stored on this device, downloaded on ${formatMoment(offlineSince)}, are intact.`,
  ],
});

function summarizeBreak({ seq, reason }: ChainBreak): VerificationSummary {
  const intactText =
    seq === 0 ? '' : `The ${countUnits(seq, 'entry', 'entries')} before it are intact. `;
  return {
    tone: 'bad',
    title: `Broken at entry ${formatSeq(seq)}`,
    sentences: [reason, `${intactText}Nothing from there on can be trusted.`],
  };
}

/** Reports the most serious finding. */
export function summarizeVerification(outcome: VerificationOutcome): VerificationSummary {
  if (outcome.kind === 'broken') return summarizeBreak(outcome.found);
  const { conflict } = outcome.heads;
  if (conflict) return summarizeRewrite(conflict.head, conflict.now);
  return (
    (outcome.stamps && summarizeStampFault(outcome.stamps)) ??
    (outcome.shown && summarizeFiguresFault(outcome.shown)) ??
    summarizeTimeFault(outcome) ??
    (outcome.stamps && summarizeUnfitStamp(outcome.stamps)) ??
    summarizeSuccess(outcome)
  );
}

interface RateText {
  readonly label: string;
  readonly value: string;
  readonly basis: string;
}

function toRateText(label: string, rate: Probability | null, coin: number): RateText {
  if (rate === null) return { label, value: '–', basis: 'no results yet' };
  const { value, low, high } = rate;
  const interval = `95% interval ${formatDecimal(low)} to ${formatDecimal(high)}, not counting flat signals`;
  return {
    label,
    value: formatPercent(value),
    basis: `${interval} · a coin wins ${formatShortDecimal(coin)}`,
  };
}

/** The coin's rate follows from the ledger's rules. */
export const formatRates = ({
  winRate,
  firstEntryRate,
  rules: { levels },
}: ChainSummary): readonly RateText[] => [
  toRateText('First entry', firstEntryRate, COIN.firstEntry),
  toRateText(`Within ${levels} levels`, winRate, computeLadderWinRate(COIN.firstEntry, levels)),
];

function formatSettled({ settled, won, lost, breakEven, overdue }: ChainSummary): string {
  const overdueText =
    overdue === 0 ? '' : `; ${formatCount(overdue)} never revealed, counted as lost`;
  return `${formatCount(settled)}: won ${formatCount(won)}, lost ${formatCount(lost)}, break-even ${formatCount(breakEven)}${overdueText}`;
}

function formatFiguresVerdict(verdict: FiguresVerdict | null): string {
  if (!verdict) return 'Not compared: the site’s figures can’t be loaded';
  return verdict.agrees
    ? `The same, for ${countUnits(verdict.settled, 'settled signal', 'settled signals')}`
    : 'Different';
}

function formatHeads({ heads }: Checked): string {
  const { compared, earlierLedger } = heads;
  const comparison =
    compared === 0
      ? 'None yet. This device records them from now on'
      : `${countUnits(compared, 'checkpoint', 'checkpoints')} recorded on earlier visits, and the ledger still begins with each`;
  return earlierLedger === null
    ? comparison
    : `${comparison}. A different ledger was served here on ${formatMoment(earlierLedger.seenAt)}`;
}

function formatStamps(stamps: StampsVerdict | null): string {
  if (!stamps) return 'Not compared: the time-stamps can’t be loaded';
  const { fit, faults, authorities } = stamps;
  if (fit + faults.length === 0) return 'None yet';
  const mismatch =
    faults.length === 0 ? '' : `, ${countUnits(faults.length, 'day does', 'days do')} not`;
  return `${countUnits(fit, 'day matches', 'days match')}${mismatch} (${authorities.join(', ')}; signatures not checked here)`;
}

const RULE_TEXT: Readonly<Record<TimeRule, string>> = {
  'back-dated': 'Back-dated',
  'late-publication': 'Published too late',
  'closed-while-open': 'Market recorded as closed while open',
  'late-miss': 'Missed slot recorded late',
  'missing-prices': 'Missing prices',
};

const formatTimes = ({ faults }: Checked): string =>
  faults.length === 0
    ? 'Every entry follows the time rules'
    : faults
        .map(
          ({ rule, seq, count }) =>
            `${RULE_TEXT[rule]}: ${formatSeq(seq)}${count === 1 ? '' : ` and ${formatCount(count - 1)} more`}`,
        )
        .join('; ');

function formatStampedVerdict(verdict: StampedVerdict | null): string {
  if (!verdict) return 'Not compared: the time-stamps can’t be loaded';
  const { days, published, before, authorities } = verdict;
  if (authorities.length === 0) return `None in the last ${days} days`;
  const unstampedText =
    published === before ? '' : `; ${countUnits(published - before, 'was', 'were')} not`;
  return `${formatCount(before)} of ${countUnits(published, 'signal', 'signals')} in the last ${days} days${unstampedText}, according to the site (${authorities.join(', ')}). The command below verifies this`;
}

const formatRoot = ({ root, isSignatureChecked }: Checked) =>
  isSignatureChecked ? root : `${root} (this browser can’t check its signature)`;

const formatEffort = ({ downloaded, kept, ms }: Checked) =>
  `${formatSeconds(ms)} on this device; ${countUnits(downloaded, 'bundle', 'bundles')} of entries downloaded, ${formatCount(kept)} already stored`;

export function getVerificationFacts(outcome: Checked): readonly (readonly [string, string])[] {
  const { summary, heads } = outcome;
  const { head } = summary;
  const correctionsText =
    summary.corrections === 0
      ? ''
      : `, ${countUnits(summary.corrections, 'correction', 'corrections')}`;
  return [
    ['Settled', formatSettled(summary)],
    ['Running', `${formatCount(summary.waiting)} sealed but not settled yet`],
    ['Missed slots', `${formatCount(summary.missed)}${correctionsText}`],
    ['Figures on the site', formatFiguresVerdict(outcome.shown)],
    [
      'Seen before',
      heads.conflict ? 'The ledger no longer contains them all' : formatHeads(outcome),
    ],
    ['Times', formatTimes(outcome)],
    ['Time-stamps', formatStamps(outcome.stamps)],
    ['Stamped before entry', formatStampedVerdict(outcome.stamped)],
    ['Newest entry', `${formatSeq(head.seq)}, ${formatMoment(Date.parse(head.at))}`],
    ['Its hash', head.hash],
    ['Ledger root', formatRoot(outcome)],
    ['Time and downloads', formatEffort(outcome)],
  ];
}
