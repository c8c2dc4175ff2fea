const TICK_MS = 1000;

/** Shows the steps of a command while they run. */
export interface Progress {
  /** Waits for `work` and shows it as the next step, with the time it took. */
  step: <T>(title: string, work: Promise<T>) => Promise<T>;
  /** A line that stands after the running step. */
  note: (line: string) => void;
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const seconds = (since: number, digits: number) =>
  `${((performance.now() - since) / 1000).toFixed(digits)} s`;

/** Steps numbered to `total`, as `[3/7] Building the site … 4.2 s`; on a terminal the seconds count while it runs. */
export function stepsOf(total: number, output: Output = process.stdout): Progress {
  let done = 0;
  let running = false;
  const notes: string[] = [];
  const flush = () => notes.splice(0).forEach((line) => output.write(`      ${line}\n`));
  return {
    async step(title, work) {
      const label = `[${++done}/${total}] ${title} … `;
      const started = performance.now();
      running = true;
      output.write(label);
      const tick = () => output.write(`\r${label}${seconds(started, 0)}`);
      const finish = (end: string) => output.write(`${ticking ? `\r${label}` : ''}${end}\n`);
      const ticking = output.isTTY ? setInterval(tick, TICK_MS) : undefined;
      try {
        const result = await work;
        finish(seconds(started, 1));
        return result;
      } catch (error) {
        finish(`failed after ${seconds(started, 1)}`);
        throw error;
      } finally {
        clearInterval(ticking);
        running = false;
        flush();
      }
    },
    note(line) {
      notes.push(line);
      if (!running) flush();
    },
  };
}

/** Steps as plain lines, each written when it is done: for work that runs beside other work. */
export function linesWith(prefix: string, output: Output = process.stdout): Progress {
  const line = (text: string) => output.write(`${prefix}${text}\n`);
  return {
    async step(title, work) {
      const started = performance.now();
      const result = await work;
      line(`${title} … ${seconds(started, 1)}`);
      return result;
    },
    note: line,
  };
}
