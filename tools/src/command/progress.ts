const TICK_MS = 1000;
const INDENT = '      ';

/** Shows the steps of a command while they run. */
export interface Progress {
  /** Waits for `work` and shows it as the next step, with the time it took. */
  step: <T>(title: string, work: Promise<T>) => Promise<T>;
  /** A line that stands after the running step. */
  note: (line: string) => void;
  /** A line that is shown at once, within the running step: for what takes long or wants attention. */
  announce: (line: string) => void;
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const seconds = (since: number, digits: number) =>
  `${((performance.now() - since) / 1000).toFixed(digits)} s`;

/** The line of a running step. */
function startLine(label: string, output: Output) {
  const started = performance.now();
  let isOpen = true;
  const resume = () => (output.isTTY ? `\r${label}` : isOpen ? '' : label);
  const tick = () => output.write(`\r${label}${seconds(started, 0)}`);
  const ticking = output.isTTY ? setInterval(tick, TICK_MS) : undefined;
  output.write(label);
  return {
    finish(prefix: string) {
      clearInterval(ticking);
      output.write(`${resume()}${prefix}${seconds(started, 1)}\n`);
    },
    interrupt(line: string) {
      output.write(`${isOpen ? '\n' : ''}${INDENT}${line}\n`);
      isOpen = false;
    },
  };
}

/** Steps numbered to `total`, as `[3/7] Building the site … 4.2 s`; on a terminal the seconds count while it runs. */
export function stepsOf(total: number, output: Output = process.stdout): Progress {
  let done = 0;
  let running: ReturnType<typeof startLine> | undefined;
  const notes: string[] = [];
  const flush = () => notes.splice(0).forEach((line) => output.write(`${INDENT}${line}\n`));
  const end = (prefix: string) => {
    running?.finish(prefix);
    running = undefined;
    flush();
  };
  const note = (line: string) => {
    notes.push(line);
    if (!running) flush();
  };
  return {
    async step(title, work) {
      running = startLine(`[${++done}/${total}] ${title} … `, output);
      try {
        const result = await work;
        end('');
        return result;
      } catch (error) {
        end('failed after ');
        throw error;
      }
    },
    note,
    announce: (line) => (running ? running.interrupt(line) : note(line)),
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
    announce: line,
  };
}
