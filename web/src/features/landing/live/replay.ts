import type { Drawn } from './drawChart';

const STEP_MS = 260;
const FADE_MS = 180;

const appear = (element: Element, delay: number) =>
  element.animate([{ opacity: 0 }, { opacity: 1 }], {
    delay,
    duration: FADE_MS,
    fill: 'backwards',
    easing: 'ease-out',
  });

/**
 * Shows what came after the entry as it came: candle by candle, each level with the candle that ended it, the outcome
 * last. Takes at most two seconds, and nothing where less motion is wanted.
 */
export function replay({ candles, levels }: Drawn, outcome: readonly Element[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const later = candles.filter(({ after }) => after);
  for (const [index, { element }] of later.entries()) appear(element, (index + 1) * STEP_MS);
  for (const [index, element] of levels.entries()) appear(element, (index + 1) * STEP_MS);
  for (const element of outcome) appear(element, (later.length + 1) * STEP_MS);
}
