import {
  type LogHead,
  type PublicRecord,
  recordEndpoints,
  type SettledSignal,
} from '@quantalgo/contracts/record/endpoints';
import { readPublic } from '../../../data/core/readPublic';
import { findElements, onPress, setVisible, writeLiveText } from './elements';
import { type DrawnChart, drawShapes, replay } from './replay';
import { listShapes } from './settledChart';
import { describeSettledSignal, formatRecord, RECORD_NAMES } from './recordText';

const REFRESH_INTERVAL_MS = 30_000;

/** Used until the first record has loaded. */
const RETRY_INTERVAL_MS = 5_000;

function showRecord(record: PublicRecord, at: number): void {
  const words = formatRecord({ record, at }, at);
  for (const name of RECORD_NAMES) writeLiveText(name, words[name]);
  setVisible('demonstration', record.performance.demonstration);
  if (record.latest) showSettledSignal(record.latest);
}

/**
 * Later verifications compare the ledger with this head. Lazy, because the page doesn't show it.
 */
const storeLogHead = ({ ledgerId, size, root }: LogHead, at: number) =>
  import('../../../data/record/heads').then(
    ({ storeHead }) => storeHead({ ledgerId, size, root }, at),
    () => undefined,
  );

/**
 * Refreshes while the page is visible. If a request fails, the last record stays, with its date.
 */
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
      showRecord(data, at);
      hasRecord = true;
      if (data.log) void storeLogHead(data.log, at);
    } catch {
      // Keep the last record. The page shows its date.
    }
    timer = setTimeout(() => void refresh(), hasRecord ? REFRESH_INTERVAL_MS : RETRY_INTERVAL_MS);
  };

  document.addEventListener('visibilitychange', () => void refresh());
  void refresh();
}

let currentSignal: SettledSignal | null = null;

let currentChart: DrawnChart | null = null;

/** Px, from a ResizeObserver, because measuring would force a layout of the whole page. */
let size: { readonly width: number; readonly height: number } | null = null;

const findCharts = () =>
  [...document.querySelectorAll("[data-live='chart']")].filter(
    (element) => element instanceof SVGElement,
  );

function draw(svg: SVGElement): void {
  if (!currentSignal || !size) return;
  const shapes = listShapes(currentSignal, size.width, size.height);
  if (!shapes) return;
  currentChart = drawShapes(svg, shapes, size);
  setVisible('replay', true);
}

const getMark = ({ entered, settlement }: SettledSignal) =>
  entered === false ? 'no-go' : settlement.outcome;

function replayCurrent(): void {
  if (currentSignal && currentChart)
    replay(currentChart, findElements(`signal-${getMark(currentSignal)}`));
}

function writeSignal(signal: SettledSignal): void {
  const words = describeSettledSignal(signal);
  writeLiveText('signal-pair', words.pair);
  writeLiveText('signal-words', words.spoken);
  writeLiveText('signal-when', words.when);
  writeLiveText('signal-level', words.level);
  for (const direction of ['CALL', 'PUT'] as const)
    setVisible(`signal-${direction}`, signal.sealed.direction === direction);
  for (const mark of ['profit', 'loss', 'break-even', 'no-go'] as const)
    setVisible(`signal-${mark}`, getMark(signal) === mark);
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
