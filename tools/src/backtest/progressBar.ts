const WIDTH = 30;
const EVERY_MS = 100;

interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** A bar that fills from one time to another; silent where nobody looks at it. */
export class ProgressBar {
  readonly #output: Terminal;
  readonly #from: number;
  readonly #to: number;
  #shownAt = 0;

  constructor(from: number, to: number, output: Terminal = process.stderr) {
    this.#output = output;
    this.#from = from;
    this.#to = to;
  }

  show(time: number): void {
    if (this.#output.isTTY !== true || performance.now() - this.#shownAt < EVERY_MS) return;
    this.#shownAt = performance.now();
    const share = Math.min(1, Math.max(0, (time - this.#from) / (this.#to - this.#from || 1)));
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    const day = new Date(time).toISOString().slice(0, 10);
    this.#output.write(`\r${bar} ${(100 * share).toFixed(0).padStart(3)} %  ${day}`);
  }

  /** Clears the line for what comes after. */
  end(): void {
    if (this.#output.isTTY === true) this.#output.write('\r\x1b[2K');
  }
}
