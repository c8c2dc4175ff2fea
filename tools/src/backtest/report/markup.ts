/** Text that can stand in a page and in its attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A number of an SVG path. */
export const place = (value: number): string => value.toFixed(1);

/** Evenly spaced round numbers that cover a range. */
export function ticks(from: number, to: number, about = 5): number[] {
  const span = to - from || 1;
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? span;
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step);
}

/** The date (UTC) of a time in epoch ms. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
