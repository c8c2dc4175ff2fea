import {
  formatClock,
  formatDate,
  formatMoment,
  formatPercent,
  formatTime,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPair, formatPrice } from '@quantalgo/contracts/market/pairs';
import type { PublicRecord, SettledSignal } from '@quantalgo/contracts/record/endpoints';
import { computeBreakEven } from '@quantalgo/contracts/signals/ladder';
import {
  describeRecordPlainly,
  roundWon,
  summariseRecord,
} from '@quantalgo/contracts/signals/sentence';
import { computeMovedWinRate, MIN_HEADLINE_SIGNALS } from '@quantalgo/contracts/signals/figures';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';

/** `at` is when the record was read, in epoch ms. */
export interface LastRecord {
  readonly record: PublicRecord;
  readonly at: number;
}

const BREAK_EVEN_RATE = computeBreakEven().firstEntry;

/** How many of 100 first entries must win to break even, rounded up: 55.6 becomes 56. */
export const BREAK_EVEN_TEXT = /* @__PURE__ */ String(Math.ceil(BREAK_EVEN_RATE));

const NO_FIGURE = '–';

const NO_RESULTS_TEXT = 'No results yet.';

/** How many of 100 first entries won, or a dash if there are too few signals for a rate. */
export function formatFirstEntry(record: PublicRecord | null): string {
  if (!record) return NO_FIGURE;
  const { won, hasRate, needed } = summariseRecord(record.performance);
  return won !== null && hasRate ? String(roundWon(won, needed)) : NO_FIGURE;
}

const SEALED_TEXT = 'Every signal is sealed before its outcome, so results can’t be changed later.';

const SEEDED_TEXT = 'Sample history. Each new signal is sealed before its outcome is known.';

export const RECORD_NAMES = [
  'first-entry',
  'first-entry-rate',
  'within-four-levels',
  'record-verdict',
  'record-sealed',
  'record-note',
] as const;

export function formatRecord(
  last: LastRecord | null,
  now?: number,
): Record<(typeof RECORD_NAMES)[number], string> {
  if (!last)
    return {
      'first-entry': NO_FIGURE,
      'first-entry-rate': NO_FIGURE,
      'within-four-levels': NO_FIGURE,
      'record-verdict': NO_RESULTS_TEXT,
      'record-sealed': SEALED_TEXT,
      'record-note': '',
    };
  const { record, at } = last;
  const { performance } = record;
  const summary = summariseRecord(performance);
  return {
    'first-entry': formatFirstEntry(record),
    'first-entry-rate': formatPercent(summary.hasRate ? summary.won : null),
    'within-four-levels': formatPercent(
      performance.totalSignals >= MIN_HEADLINE_SIGNALS
        ? (computeMovedWinRate(performance)?.value ?? null)
        : null,
    ),
    'record-verdict': describeRecordPlainly(summary),
    'record-sealed': record.seeded === 0 ? SEALED_TEXT : SEEDED_TEXT,
    'record-note': `${SOURCE_TEXT[performance.source]}, ${
      now === undefined ? formatDate(at, WAT) : formatMoment(at, now, WAT)
    }`,
  };
}

const OUTCOME_TEXT: Record<Outcome, string> = {
  profit: 'won',
  loss: `lost all ${LEVEL_COUNT} levels`,
  'break-even': 'ended break-even',
};

export const getEntryTime = ({ createdAt }: Pick<SettledSignal, 'createdAt'>): number =>
  Date.parse(createdAt) + SLOT_MS;

export function describeSettledSignal(signal: SettledSignal) {
  const { sealed, publishedAt, settlement, seeded, entered } = signal;
  const { pair, direction } = sealed;
  const entry = settlement.closes[0]?.price ?? null;
  const lastClose = settlement.closes.at(-1);
  const formatOptionalPrice = (value: number | null) =>
    value === null ? 'an unknown price' : formatPrice(pair, value);
  const level = settlement.level === null ? '' : ` at level ${settlement.level}`;
  const entryTime = getEntryTime(signal);
  const noGo = entered === false ? 'too late to enter, would have ' : '';
  return {
    pair: formatPair(pair),
    spoken:
      `${formatPair(pair)} ${direction}, entry ${formatZonedTime(entryTime, WAT)} at ${formatOptionalPrice(entry)}, ` +
      `last close ${formatOptionalPrice(lastClose?.price ?? null)}: ${noGo}${OUTCOME_TEXT[settlement.outcome]}${level}.`,
    when: `${formatMoment(entryTime, 0, WAT)} · ${
      seeded ? 'sample history' : `sealed ${formatClock(Date.parse(publishedAt), WAT)}`
    }`,
    level: settlement.level ? `at level ${settlement.level}` : '',
    enter: `enter ${formatTime(entryTime, WAT)}`,
    ended: lastClose ? `ended ${formatTime(Date.parse(lastClose.at), WAT)}` : '',
  };
}
