import {
  clockText,
  countText,
  decimalText,
  percentText,
  rangeText,
  shortDecimal,
  timeText,
  zonedTime,
} from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPrice, pairLabel } from '@quantalgo/contracts/market/pairs';
import {
  type LogHead,
  type PublicRecord,
  recordEndpoints,
  type SettledSignal,
} from '@quantalgo/contracts/record/endpoints';
import { requiredSampleSize } from '@quantalgo/contracts/signals/figures';
import { breakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { readPublic } from '../../../data/core/readPublic';
import { elements, type LiveName, onPress, show, write } from './elements';
import { chartGeometry, drawChart, type Drawn, replay } from './settledChart';

const REFRESH_INTERVAL_MS = 30_000;

/** Until there is a first record. */
const RETRY_INTERVAL_MS = 5_000;

function showRecord(record: PublicRecord): void {
  const words = recordText(record);
  for (const name of RECORD_NAMES) write(name, words[name]);
  show('demonstration', record.performance.demonstration);
  if (record.latest) showSettledSignal(record.latest);
}

/** Stored for comparison when this device verifies the ledger. Lazy, because it displays nothing. */
const storeLogHead = ({ ledgerId, size, root }: LogHead, at: number) =>
  import('../../../data/record/heads').then(
    ({ storeHead }) => storeHead({ ledgerId, size, root }, at),
    () => undefined,
  );

/** Refreshes while the page is visible. Without a response the last record stays. */
export function startRecord(): void {
  if (elements('record').length === 0) return;
  startSettledSignal();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasRecord = false;

  const refresh = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const { data, at } = await readPublic(recordEndpoints.record);
      showRecord(data);
      hasRecord = true;
      if (data.log) void storeLogHead(data.log, at);
    } catch {
      if (!hasRecord) write('record-note', 'The record can’t be reached right now');
    }
    timer = setTimeout(() => void refresh(), hasRecord ? REFRESH_INTERVAL_MS : RETRY_INTERVAL_MS);
  };

  document.addEventListener('visibilitychange', () => void refresh());
  void refresh();
}

/** `q3Jk…3Zw=`. */
const shortenHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const RECORD_NAMES = [
  'first-entry',
  'first-entry-basis',
  'within-four-levels',
  'within-four-levels-basis',
  'sealed',
  'sealed-basis',
  'missed',
  'missed-basis',
  'record-note',
  'log-root',
  'log-at',
  'log-size',
] as const satisfies readonly LiveName[];

/** `+0.10`, `−0.26`. */
const formatSigned = (stakes: number) =>
  `${stakes < 0 ? '−' : '+'}${decimalText(Math.abs(stakes), 2)}`;

/**
 * The required sample size tells a coin from the break-even rate. Rates stay empty while there are too
 * few signals for any.
 */
export function recordText(record: PublicRecord): Record<(typeof RECORD_NAMES)[number], string> {
  const { performance, log, sealedBeforeOutcome, seeded } = record;
  const { totalSignals, details, firstEntryRange } = performance;
  const hasEnough = details?.isHeadline !== false;
  const requiredSize = requiredSampleSize();
  const settledText =
    totalSignals < requiredSize
      ? `${countText(totalSignals)} of ${countText(requiredSize)} needed`
      : `${countText(totalSignals)} settled`;
  const range = hasEnough && firstEntryRange ? `${rangeText(firstEntryRange)} · ` : '';
  const result = details?.martingale.resultPerSignal ?? null;
  const money = result === null ? '' : ` · ${formatSigned(result)} stakes a signal`;
  const sealed = sealedBeforeOutcome === 0 ? 'none yet' : `of ${countText(sealedBeforeOutcome)}`;
  return {
    'first-entry': percentText(hasEnough ? performance.firstEntryRate : null),
    'first-entry-basis': `${range}coin ${COIN.firstEntry} · pays from ${shortDecimal(breakEven().firstEntry)}`,
    'within-four-levels': percentText(hasEnough ? performance.winRate : null),
    'within-four-levels-basis': `coin ${shortDecimal(COIN.withinLadder)}${money}`,
    sealed: countText(sealedBeforeOutcome),
    'sealed-basis': seeded === 0 ? sealed : `${sealed}, ${countText(seeded)} seeded`,
    missed: countText(performance.missedSlots),
    'missed-basis': 'recorded',
    'record-note': `${settledText}, ${SOURCE_TEXT[performance.source]}`,
    'log-root': log ? `root ${shortenHash(log.root)}` : '',
    'log-at': log ? `· ${zonedTime(Date.parse(log.at), WAT)}` : '',
    'log-size': log ? `${countText(log.size)} entries` : '',
  };
}

let currentSignal: SettledSignal | null = null;

let currentChart: Drawn | null = null;

/** Px, as reported by the browser: measuring would force a layout of the whole page. */
let size: { readonly width: number; readonly height: number } | null = null;

const findCharts = () =>
  [...document.querySelectorAll("[data-live='chart']")].filter(
    (element) => element instanceof SVGElement,
  );

function draw(svg: SVGElement): void {
  if (!currentSignal || !size) return;
  const drawing = chartGeometry(currentSignal, size.width, size.height);
  if (!drawing) return;
  const entry = currentSignal.settlement.closes[0]?.price ?? currentSignal.sealed.entryPrice;
  const labels = {
    time: `Enter ${timeText(Date.parse(currentSignal.expiresAt), WAT)}`,
    price: formatPrice(currentSignal.sealed.pair, entry),
  };
  currentChart = drawChart(svg, drawing, { ...size, labels });
  show('replay', true);
}

function replayCurrent(): void {
  if (currentSignal && currentChart)
    replay(currentChart, elements(`signal-${currentSignal.settlement.outcome}`));
}

function writeSignal(signal: SettledSignal): void {
  const words = signalText(signal);
  write('signal-at', words.at);
  write('signal-pair', words.pair);
  write('signal-words', words.spoken);
  write('signal-sealed', words.sealed);
  write('signal-number', words.number);
  write('signal-level', words.level);
  for (const direction of ['CALL', 'PUT'] as const)
    show(`signal-${direction}`, signal.sealed.direction === direction);
  for (const outcome of ['profit', 'loss', 'break-even'] as const)
    show(`signal-${outcome}`, signal.settlement.outcome === outcome);
}

function showSettledSignal(signal: SettledSignal): void {
  if (currentSignal?.sealed.id === signal.sealed.id) return;
  currentSignal = signal;
  writeSignal(signal);
  for (const svg of findCharts()) draw(svg);
  replayCurrent();
}

function startSettledSignal(): void {
  onPress('replay', replayCurrent);
  for (const svg of findCharts())
    new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      size = { width, height };
      draw(svg);
    }).observe(svg);
}

const OUTCOME_TEXT: Record<Outcome, string> = {
  profit: 'won',
  loss: `lost all ${LEVEL_COUNT} levels`,
  'break-even': 'ended break-even',
};

export function signalText({
  sealed,
  createdAt,
  publishedAt,
  expiresAt,
  ledgerSeq,
  settlement,
  seeded,
}: SettledSignal) {
  const { pair, direction } = sealed;
  const entry = settlement.closes[0]?.price ?? null;
  const exit = settlement.closes.at(-1)?.price ?? null;
  const formatOptionalPrice = (value: number | null) =>
    value === null ? 'a price that is missing' : formatPrice(pair, value);
  const level = settlement.level === null ? '' : ` at level ${settlement.level}`;
  return {
    at: `· ${zonedTime(Date.parse(createdAt), WAT)}`,
    pair: pairLabel(pair),
    spoken:
      `${pairLabel(pair)} ${direction}, entered at ${zonedTime(Date.parse(expiresAt), WAT)} at ${formatOptionalPrice(entry)}, ` +
      `last close ${formatOptionalPrice(exit)}: ${OUTCOME_TEXT[settlement.outcome]}${level}.`,
    sealed: seeded
      ? `Seeded history, settled ${clockText(Date.parse(settlement.settledAt), WAT)}`
      : `Sealed ${clockText(Date.parse(publishedAt), WAT)}, revealed ${clockText(Date.parse(settlement.settledAt), WAT)}`,
    level: settlement.level === null ? '' : `level ${settlement.level}`,
    number: `#${countText(ledgerSeq)}`,
  };
}
