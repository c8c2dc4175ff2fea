import type { Drawing, DrawnCandle, DrawnLevel } from './chartGeometry';

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;

function shape(name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, String(value));
  return element;
}

function words(text: string, attributes: Attributes): SVGElement {
  const element = shape('text', attributes);
  element.textContent = text;
  return element;
}

function candle({ x, high, low, top, bottom, rising }: DrawnCandle, half: number): SVGElement {
  const group = shape('g', { class: rising ? 'fill-call stroke-call' : 'fill-put stroke-put' });
  const height = Math.max(1, bottom - top);
  group.append(
    shape('path', { d: `M${x} ${high}V${low}`, 'stroke-width': 1 }),
    shape('rect', { x: x - half, y: top, width: 2 * half, height, stroke: 'none' }),
  );
  return group;
}

const RESULTS = { won: 'stroke-call', lost: 'stroke-put', flat: 'stroke-flat' } as const;

/** A level as a line at its entry price, and the step to where it ended. */
function level({ from, to, result }: DrawnLevel): SVGElement {
  return shape('path', {
    d: `M${from.x} ${from.y}H${to.x}V${to.y}`,
    class: RESULTS[result],
    'stroke-width': 1.5,
    'stroke-dasharray': '2 3',
    fill: 'none',
  });
}

/** The parts of a drawing in the order in which they came about. */
export interface Drawn {
  readonly candles: readonly { readonly element: SVGElement; readonly after: boolean }[];
  readonly levels: readonly SVGElement[];
}

/** Nearer to the top than this (px), the words above a line would lie on those of the entry's time. */
const BELOW_FROM = 46;

/** Draws into `svg`, in place of what was there. `labels` are the entry's time and price as text. */
export function drawChart(
  svg: SVGElement,
  { candles, levels, entry, half }: Drawing,
  {
    width,
    height,
    labels,
  }: { width: number; height: number; labels: { time: string; price: string } },
): Drawn {
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const drawn = candles.map((each) => ({ element: candle(each, half), after: each.after }));
  const played = levels.map(level);
  const dashes = { 'stroke-width': 1.25, 'stroke-dasharray': '3 3' };
  const labelLeft = entry.x > width - 96;
  svg.replaceChildren(
    shape('path', { d: `M${entry.x} 10V${height - 8}`, class: 'stroke-accent', ...dashes }),
    words(labels.time, {
      x: labelLeft ? entry.x - 6 : entry.x + 6,
      y: 18,
      class: 'fill-accent font-semibold',
      'text-anchor': labelLeft ? 'end' : 'start',
    }),
    shape('path', { d: `M${entry.x} ${entry.y}H${width}`, class: 'stroke-line', ...dashes }),
    words(labels.price, {
      x: width - 10,
      y: entry.y < BELOW_FROM ? entry.y + 16 : entry.y - 6,
      class: 'fill-muted',
      'text-anchor': 'end',
    }),
    ...drawn.map(({ element }) => element),
    ...played,
  );
  return { candles: drawn, levels: played };
}
