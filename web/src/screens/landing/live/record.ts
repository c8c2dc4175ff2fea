import {
  formatClock,
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
  formatShortDecimal,
  formatTime,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPrice, formatPair } from '@quantalgo/contracts/market/pairs';
import {
  type LogHead,
  type PublicRecord,
  recordEndpoints,
  type SettledSignal,
} from '@quantalgo/contracts/record/endpoints';
import { requiredSampleSize } from '@quantalgo/contracts/signals/figures';
import { computeBreakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { readPublic } from '../../../data/core/readPublic';
import { findElements, type LiveName, onPress, setVisible, writeLiveText } from './elements';
import { layoutChart, drawChart, type DrawnChart, replay } from './settledChart';

const REFRESH_INTERVAL_MS = 30_000;

/** Until there is a first record. */
const RETRY_INTERVAL_MS = 5_000;

function showRecord(record: PublicRecord): void {
  const words = formatRecord(record);
  for (const name of RECORD_NAMES) writeLiveText(name, words[name]);
  setVisible('demonstration', record.performance.demonstration);
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
  if (findElements('record').length === 0) return;
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
      if (!hasRecord) writeLiveText('record-note', 'The record can’t be reached right now');
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
  `${stakes < 0 ? '−' : '+'}${formatDecimal(Math.abs(stakes), 2)}`;

/**
 * The required sample size tells a coin from the break-even rate. Rates stay empty while there are too
 * few signals for any.
 */
export function formatRecord(record: PublicRecord): Record<(typeof RECORD_NAMES)[number], string> {
  const { performance, log, sealedBeforeOutcome, seeded } = record;
  const { totalSignals, details, firstEntryRange } = performance;
  const hasEnough = details?.isHeadline !== false;
  const requiredSize = requiredSampleSize();
  const settledText =
    totalSignals < requiredSize
      ? `${formatCount(totalSignals)} of ${formatCount(requiredSize)} needed`
      : `${formatCount(totalSignals)} settled`;
  const range = hasEnough && firstEntryRange ? `${formatInterval(firstEntryRange)} · ` : '';
  const result = details?.martingale.resultPerSignal ?? null;
  const money = result === null ? '' : ` · ${formatSigned(result)} stakes a signal`;
  const sealed = sealedBeforeOutcome === 0 ? 'none yet' : `of ${formatCount(sealedBeforeOutcome)}`;
  return {
    'first-entry': formatPercent(hasEnough ? performance.firstEntryRate : null),
    'first-entry-basis': `${range}coin ${COIN.firstEntry} · pays from ${formatShortDecimal(computeBreakEven().firstEntry)}`,
    'within-four-levels': formatPercent(hasEnough ? performance.winRate : null),
    'within-four-levels-basis': `coin ${formatShortDecimal(COIN.withinLadder)}${money}`,
    sealed: formatCount(sealedBeforeOutcome),
    'sealed-basis': seeded === 0 ? sealed : `${sealed}, ${formatCount(seeded)} seeded`,
    missed: formatCount(performance.missedSlots),
    'missed-basis': 'recorded',
    'record-note': `${settledText}, ${SOURCE_TEXT[performance.source]}`,
    'log-root': log ? `root ${shortenHash(log.root)}` : '',
    'log-at': log ? `· ${formatZonedTime(Date.parse(log.at), WAT)}` : '',
    'log-size': log ? `${formatCount(log.size)} entries` : '',
  };
}

let currentSignal: SettledSignal | null = null;

let currentChart: DrawnChart | null = null;

/** Px, as reported by the browser: measuring would force a layout of the whole page. */
let size: { readonly width: number; readonly height: number } | null = null;

const findCharts = () =>
  [...document.querySelectorAll("[data-live='chart']")].filter(
    (element) => element instanceof SVGElement,
  );

function draw(svg: SVGElement): void {
  if (!currentSignal || !size) return;
  const drawing = layoutChart(currentSignal, size.width, size.height);
  if (!drawing) return;
  const entry = currentSignal.settlement.closes[0]?.price ?? currentSignal.sealed.entryPrice;
  const labels = {
    time: `Enter ${formatTime(Date.parse(currentSignal.createdAt) + SLOT_MS, WAT)}`,
    price: formatPrice(currentSignal.sealed.pair, entry),
  };
  currentChart = drawChart(svg, drawing, { ...size, labels });
  setVisible('replay', true);
}

function replayCurrent(): void {
  if (currentSignal && currentChart)
    replay(currentChart, findElements(`signal-${currentSignal.settlement.outcome}`));
}

function writeSignal(signal: SettledSignal): void {
  const words = describeSettledSignal(signal);
  writeLiveText('signal-at', words.at);
  writeLiveText('signal-pair', words.pair);
  writeLiveText('signal-words', words.spoken);
  writeLiveText('signal-sealed', words.sealed);
  writeLiveText('signal-number', words.number);
  writeLiveText('signal-level', words.level);
  for (const direction of ['CALL', 'PUT'] as const)
    setVisible(`signal-${direction}`, signal.sealed.direction === direction);
  for (const outcome of ['profit', 'loss', 'break-even'] as const)
    setVisible(`signal-${outcome}`, signal.settlement.outcome === outcome);
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

export function describeSettledSignal({
  sealed,
  createdAt,
  publishedAt,
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
    at: `· ${formatZonedTime(Date.parse(createdAt), WAT)}`,
    pair: formatPair(pair),
    spoken:
      `${formatPair(pair)} ${direction}, entered at ${formatZonedTime(Date.parse(createdAt) + SLOT_MS, WAT)} at ${formatOptionalPrice(entry)}, ` +
      `last close ${formatOptionalPrice(exit)}: ${OUTCOME_TEXT[settlement.outcome]}${level}.`,
    sealed: seeded
      ? `Seeded history, settled ${formatClock(Date.parse(settlement.settledAt), WAT)}`
      : `Sealed ${formatClock(Date.parse(publishedAt), WAT)}, revealed ${formatClock(Date.parse(settlement.settledAt), WAT)}`,
    level: settlement.level === null ? '' : `level ${settlement.level}`,
    number: `#${formatCount(ledgerSeq)}`,
  };
}
