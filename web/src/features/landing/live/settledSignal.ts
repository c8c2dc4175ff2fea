import { formatPrice, watTime, type SettledSignal } from '@quantalgo/contracts';
import { chartGeometry } from './chartGeometry';
import { drawChart, type Drawn } from './drawChart';
import { elements, onPress, show, write } from './elements';
import { replay } from './replay';
import { signalWords } from './signalWords';

let shown: SettledSignal | null = null;
let drawn: Drawn | null = null;
/** The chart's size in px, as the browser tells it: asking for it would lay the whole page out at once. */
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
    time: `Enter ${watTime(Date.parse(shown.expiresAt))}`,
    price: formatPrice(shown.sealed.pair, entry),
  };
  drawn = drawChart(svg, drawing, { ...size, labels });
  show('replay', true);
}

function replayShown(): void {
  if (shown && drawn) replay(drawn, elements(`signal-${shown.settlement.outcome}`));
}

/** Fills in what is said of the signal. */
function describe(signal: SettledSignal): void {
  const words = signalWords(signal);
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

/** Shows a newly settled signal; the one that is shown already is left alone. */
export function showSettledSignal(signal: SettledSignal): void {
  if (shown?.sealed.id === signal.sealed.id) return;
  shown = signal;
  describe(signal);
  for (const svg of charts()) draw(svg);
  replayShown();
}

/** Draws anew when the card's width changes, and replays when asked to. */
export function startSettledSignal(): void {
  onPress('replay', replayShown);
  for (const svg of charts())
    new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      size = { width, height };
      draw(svg);
    }).observe(svg);
}
