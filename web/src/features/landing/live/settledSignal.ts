import { formatPrice, watTime, type SettledSignal } from '@quantalgo/contracts';
import { chartGeometry } from './chartGeometry';
import { drawChart, type Drawn } from './drawChart';
import { elements, onPress, show, write } from './elements';
import { replay } from './replay';
import { signalWords } from './signalWords';

let shown: SettledSignal | null = null;
let drawn: Drawn | null = null;

const svgOf = (card: Element) => card.querySelector('svg[data-live=chart]');

function draw(card: Element): void {
  const svg = svgOf(card);
  if (!shown || !(svg instanceof SVGElement)) return;
  const { width, height } = svg.getBoundingClientRect();
  const drawing = chartGeometry(shown, width, height);
  if (!drawing) return;
  const entry = shown.settlement.closes[0]?.price ?? shown.sealed.entryPrice;
  const labels = {
    time: `Enter ${watTime(Date.parse(shown.expiresAt))}`,
    price: formatPrice(shown.sealed.pair, entry),
  };
  drawn = drawChart(svg, drawing, { width, height, labels });
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
  for (const card of elements('signal')) draw(card);
  show('replay', drawn !== null);
  replayShown();
}

/** Draws anew when the card's width changes, and replays when asked to. */
export function startSettledSignal(): void {
  onPress('replay', replayShown);
  for (const card of elements('signal')) new ResizeObserver(() => draw(card)).observe(card);
}
