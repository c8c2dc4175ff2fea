import type { Shape } from './settledChart';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

function createElement({ name, attributes, content }: Shape): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, String(value));
  if (typeof content === 'string') element.textContent = content;
  else if (content) element.append(...content.map(createElement));
  return element;
}

export interface DrawnChart {
  readonly candles: readonly SVGElement[];
  readonly levels: readonly SVGElement[];
}

/** Replaces the content of `svg`. */
export function drawShapes(
  svg: SVGElement,
  shapes: readonly Shape[],
  { width, height }: { readonly width: number; readonly height: number },
): DrawnChart {
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const drawings = shapes.map((shape) => ({ element: createElement(shape), part: shape.part }));
  svg.replaceChildren(...drawings.map(({ element }) => element));
  const listParts = (name: Shape['part']) =>
    drawings.filter(({ part }) => part === name).map(({ element }) => element);
  return { candles: listParts('candle'), levels: listParts('level') };
}

const STEP_INTERVAL_MS = 260;

const FADE_DURATION_MS = 180;

const fadeIn = (element: Element, delay: number) =>
  element.animate([{ opacity: 0 }, { opacity: 1 }], {
    delay,
    duration: FADE_DURATION_MS,
    fill: 'backwards',
    easing: 'ease-out',
  });

/**
 * Replays the candles after the entry one by one, then the outcome. Takes at most two seconds. Does
 * nothing if reduced motion is preferred.
 */
export function replay({ candles, levels }: DrawnChart, outcome: readonly Element[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const [index, element] of candles.entries()) fadeIn(element, (index + 1) * STEP_INTERVAL_MS);
  for (const [index, element] of levels.entries()) fadeIn(element, (index + 1) * STEP_INTERVAL_MS);
  for (const element of outcome) fadeIn(element, (candles.length + 1) * STEP_INTERVAL_MS);
}
