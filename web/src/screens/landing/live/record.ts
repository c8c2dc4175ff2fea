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

/** From one record to the next (ms). */
const REFRESH_MS = 30_000;

/** From a failed attempt to the next (ms), until there is a first record. */
const RETRY_MS = 5_000;

function showRecord(record: PublicRecord): void {
  const words = recordText(record);
  for (const name of LIVE_NAMES) write(name, words[name]);
  show('demonstration', record.performance.demonstration);
  if (record.latest) showSettledSignal(record.latest);
}

/** Stores the log's root, to compare when this device verifies the ledger. Loaded lazily: it displays nothing. */
const noteSeen = ({ ledgerId, size, root }: LogHead, at: number) =>
  import('../../../data/record/heads').then(
    ({ storeHead }) => storeHead({ ledgerId, size, root }, at),
    () => undefined,
  );

/** Fills in the live record and refreshes it while the page is visible. The last record stays if no answer comes. */
export function startRecord(): void {
  if (elements('record').length === 0) return;
  startSettledSignal();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = false;

  const read = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const { data, at } = await readPublic(recordEndpoints.record);
      showRecord(data);
      known = true;
      if (data.log) void noteSeen(data.log, at);
    } catch {
      if (!known) write('record-note', 'The record can’t be reached right now');
    }
    timer = setTimeout(() => void read(), known ? REFRESH_MS : RETRY_MS);
  };

  document.addEventListener('visibilitychange', () => void read());
  void read();
}

/** `q3Jk…3Zw=`. */
const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** The elements that show the record. */
const LIVE_NAMES = [
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
const signedText = (stakes: number) =>
  `${stakes < 0 ? '−' : '+'}${decimalText(Math.abs(stakes), 2)}`;

/**
 * The texts of a record's elements. How many signals are needed is what it takes to tell a coin from the rate that pays;
 * no rate stands where there are too few for any.
 */
export function recordText(record: PublicRecord): Record<(typeof LIVE_NAMES)[number], string> {
  const { performance, log, sealedBeforeOutcome, seeded } = record;
  const { totalSignals, details, firstEntryRange } = performance;
  const isEnough = details?.isHeadline !== false;
  const needed = requiredSampleSize();
  const settled =
    totalSignals < needed
      ? `${countText(totalSignals)} of ${countText(needed)} needed`
      : `${countText(totalSignals)} settled`;
  const range = isEnough && firstEntryRange ? `${rangeText(firstEntryRange)} · ` : '';
  const result = details?.martingale.resultPerSignal ?? null;
  const money = result === null ? '' : ` · ${signedText(result)} stakes a signal`;
  const sealed = sealedBeforeOutcome === 0 ? 'none yet' : `of ${countText(sealedBeforeOutcome)}`;
  return {
    'first-entry': percentText(isEnough ? performance.firstEntryRate : null),
    'first-entry-basis': `${range}coin ${COIN.firstEntry} · pays from ${shortDecimal(breakEven().firstEntry)}`,
    'within-four-levels': percentText(isEnough ? performance.winRate : null),
    'within-four-levels-basis': `coin ${shortDecimal(COIN.withinLadder)}${money}`,
    sealed: countText(sealedBeforeOutcome),
    'sealed-basis': seeded === 0 ? sealed : `${sealed}, ${countText(seeded)} seeded`,
    missed: countText(performance.missedSlots),
    'missed-basis': 'recorded',
    'record-note': `${settled}, ${SOURCE_TEXT[performance.source]}`,
    'log-root': log ? `root ${shortHash(log.root)}` : '',
    'log-at': log ? `· ${zonedTime(Date.parse(log.at), WAT)}` : '',
    'log-size': log ? `${countText(log.size)} entries` : '',
  };
}

let shown: SettledSignal | null = null;

let drawn: Drawn | null = null;

/** The chart's size in px as reported by the browser: measuring it would force a layout of the whole page. */
let size: { readonly width: number; readonly height: number } | null = null;

const charts = () =>
  [...document.querySelectorAll("[data-live='chart']")].filter(
    (element) => element instanceof SVGElement,
  );

function draw(svg: SVGElement): void {
  if (!shown || !size) return;
  const drawing = chartGeometry(shown, size.width, size.height);
  if (!drawing) return;
  const entry = shown.settlement.closes[0]?.price ?? shown.sealed.entryPrice;
  const labels = {
    time: `Enter ${timeText(Date.parse(shown.expiresAt), WAT)}`,
    price: formatPrice(shown.sealed.pair, entry),
  };
  drawn = drawChart(svg, drawing, { ...size, labels });
  show('replay', true);
}

function replayShown(): void {
  if (shown && drawn) replay(drawn, elements(`signal-${shown.settlement.outcome}`));
}

/** Fills in the texts about the signal. */
function describe(signal: SettledSignal): void {
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

/** Shows a newly settled signal; does nothing if it is shown already. */
function showSettledSignal(signal: SettledSignal): void {
  if (shown?.sealed.id === signal.sealed.id) return;
  shown = signal;
  describe(signal);
  for (const svg of charts()) draw(svg);
  replayShown();
}

/** Redraws when the card's size changes, and replays on request. */
function startSettledSignal(): void {
  onPress('replay', replayShown);
  for (const svg of charts())
    new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      size = { width, height };
      draw(svg);
    }).observe(svg);
}

const OUTCOMES: Record<Outcome, string> = {
  profit: 'won',
  loss: `lost all ${LEVEL_COUNT} levels`,
  'break-even': 'ended break-even',
};

/** The card's texts about a settled signal. */
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
  const price = (value: number | null) =>
    value === null ? 'a price that is missing' : formatPrice(pair, value);
  const level = settlement.level === null ? '' : ` at level ${settlement.level}`;
  return {
    at: `· ${zonedTime(Date.parse(createdAt), WAT)}`,
    pair: pairLabel(pair),
    spoken:
      `${pairLabel(pair)} ${direction}, entered at ${zonedTime(Date.parse(expiresAt), WAT)} at ${price(entry)}, ` +
      `last close ${price(exit)}: ${OUTCOMES[settlement.outcome]}${level}.`,
    sealed: seeded
      ? `Seeded history, settled ${clockText(Date.parse(settlement.settledAt), WAT)}`
      : `Sealed ${clockText(Date.parse(publishedAt), WAT)}, revealed ${clockText(Date.parse(settlement.settledAt), WAT)}`,
    level: settlement.level === null ? '' : `level ${settlement.level}`,
    number: `#${countText(ledgerSeq)}`,
  };
}
