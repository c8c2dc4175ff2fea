/** One measured figure and, where it has one, the limit that it must keep. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** How many digits stand behind the point; none without. */
  readonly digits?: number;
  /** The limit that it must stay below. */
  readonly below?: number;
  /** The limit that it must not exceed. */
  readonly atMost?: number;
  /** The limit that it must reach. */
  readonly atLeast?: number;
  /** What it is seen beside: "0.71 × the blank page". */
  readonly beside?: string;
}

/** One part of the measurements, on a suite of its own where it needs one. */
export interface Section {
  /** What is measured, and on what. */
  readonly title: string;
  readonly measure: (stopped: AbortSignal) => Promise<readonly Figure[]>;
}

/** True when a figure keeps its limit, or has none. */
export const isKept = ({ value, below = Infinity, atMost, atLeast }: Figure): boolean =>
  value < below && value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);

/** A figure's value, as it is written. */
export const valueOf = ({ value, digits = 0 }: Figure): string => value.toFixed(digits);

/** A figure's limit in words; none where it has none. */
export function limitOf({ below, atMost, atLeast, unit, digits = 0 }: Figure): string {
  const words = (word: string, limit: number | undefined) =>
    limit === undefined ? [] : [`${word} ${Number(limit.toFixed(digits))} ${unit}`.trimEnd()];
  return [
    ...words('below', below),
    ...words('at most', atMost),
    ...words('at least', atLeast),
  ].join(', ');
}

/** The figures as a table, a line for each. */
export function tableOf(figures: readonly Figure[]): string {
  const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
  const names = widest(figures.map(({ name }) => name));
  const values = widest(figures.map(valueOf));
  const units = widest(figures.map(({ unit }) => unit));
  return figures
    .map((figure) => {
      const { name, unit, beside = '' } = figure;
      const mark = isKept(figure) ? ' ' : '✗';
      const text = `${mark} ${name.padEnd(names)}  ${valueOf(figure).padStart(values)} ${unit.padEnd(units)}`;
      return `${text}  ${[limitOf(figure), beside].filter(Boolean).join(' · ')}`.trimEnd();
    })
    .join('\n');
}
