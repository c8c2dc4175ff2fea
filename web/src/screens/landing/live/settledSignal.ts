import {
  clockText,
  countText,
  formatPrice,
  LEVEL_COUNT,
  type Outcome,
  pairLabel,
  type SettledSignal,
  timeText,
  WAT,
  zonedTime,
} from '@quantalgo/contracts';
import { elements, onPress, show, write } from './elements';
import { chartGeometry, drawChart, type Drawn, replay } from './settledChart';

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
    time: `Enter ${timeText(Date.parse(shown.expiresAt), WAT)}`,
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

const OUTCOMES: Record<Outcome, string> = {
  profit: 'won',
  loss: `lost all ${LEVEL_COUNT} levels`,
  'break-even': 'ended break-even',
};

/** What is known of a settled signal, as the card says it. */
export function signalWords({
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
