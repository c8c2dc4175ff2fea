import { escaped, place, ticks } from './markup';

const SIZE = { width: 720, height: 280, left: 56, right: 12, top: 12, bottom: 28 } as const;

/** The values that a chart shows along an axis. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly label: (value: number) => string;
  /** Round values where none are given. */
  readonly at?: readonly number[];
}

/** The area of a chart: turns values into places and draws its axes. */
export class Plot {
  readonly #x: Axis;
  readonly #y: Axis;

  constructor(x: Axis, y: Axis) {
    this.#x = x;
    this.#y = y;
  }

  x(value: number): number {
    const share = (value - this.#x.from) / (this.#x.to - this.#x.from || 1);
    return SIZE.left + share * (SIZE.width - SIZE.left - SIZE.right);
  }

  y(value: number): number {
    const share = (value - this.#y.from) / (this.#y.to - this.#y.from || 1);
    return SIZE.height - SIZE.bottom - share * (SIZE.height - SIZE.top - SIZE.bottom);
  }

  /** A line through points, with the name of its class. */
  line(points: readonly (readonly [number, number])[], name: string): string {
    const path = points.map(([x, y]) => `${place(this.x(x))},${place(this.y(y))}`).join(' ');
    return `<polyline class="${name}" points="${path}"/>`;
  }

  /** A dot with the interval that it lies in, and what is said where one points at it. */
  dot(x: number, y: number, interval: { low: number; high: number } | null, title: string): string {
    const at = place(this.x(x));
    const whisker = interval
      ? `<line class="whisker" x1="${at}" x2="${at}" y1="${place(this.y(interval.low))}" y2="${place(this.y(interval.high))}"/>`
      : '';
    return `<g><title>${escaped(title)}</title>${whisker}<circle class="dot" cx="${at}" cy="${place(this.y(y))}" r="4"/></g>`;
  }

  /** The chart with what was drawn in it. `title` says in words what it shows. */
  svg(title: string, drawn: readonly string[]): string {
    return `<svg role="img" aria-label="${escaped(title)}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${this.#axes()}${drawn.join('')}</svg>`;
  }

  #axes(): string {
    const horizontal = (this.#y.at ?? ticks(this.#y.from, this.#y.to)).map((value) => {
      const y = place(this.y(value));
      return `<line class="grid" x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${y}" y2="${y}"/><text x="${SIZE.left - 6}" y="${y}" dy="4" text-anchor="end">${escaped(this.#y.label(value))}</text>`;
    });
    const vertical = (this.#x.at ?? ticks(this.#x.from, this.#x.to)).map(
      (value) =>
        `<text x="${place(this.x(value))}" y="${SIZE.height - 8}" text-anchor="middle">${escaped(this.#x.label(value))}</text>`,
    );
    return [...horizontal, ...vertical].join('');
  }
}
