/** One measured figure and, where it has one, the limit that it must stay below. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly below?: number;
}

/** One part of the measurements, on a suite of its own where it needs one. */
export interface Section {
  /** What is measured, and on what. */
  readonly title: string;
  readonly measure: (stopped: AbortSignal) => Promise<readonly Figure[]>;
}

/** True when a figure keeps its limit, or has none. */
export const isKept = ({ value, below = Infinity }: Figure): boolean => value < below;

/** The figures as a table, a line for each. */
export function tableOf(figures: readonly Figure[]): string {
  const names = Math.max(...figures.map(({ name }) => name.length));
  const values = Math.max(...figures.map(({ value }) => value.toFixed(0).length));
  const limitOf = ({ below, unit }: Figure) =>
    below === undefined ? '' : `below ${below} ${unit}`;
  return figures
    .map((figure) => {
      const { name, value, unit } = figure;
      const mark = isKept(figure) ? ' ' : '✗';
      const text = `${mark} ${name.padEnd(names)}  ${value.toFixed(0).padStart(values)} ${unit}`;
      return `${text}  ${limitOf(figure)}`.trimEnd();
    })
    .join('\n');
}
