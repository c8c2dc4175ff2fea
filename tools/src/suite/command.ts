/** An error that the person at the keyboard can fix: only its message is printed, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

function explain(error: unknown): void {
  if (error instanceof CommandError) console.error(error.message);
  else if (error instanceof Error && error.name === 'AbortError') console.error('Stopped.');
  else console.error(error);
}

/** Runs a command's `main` with its arguments, and exits with the code that it returns; with 1 where it throws. */
export function runCommand(main: (args: string[]) => Promise<number>): void {
  Promise.resolve(process.argv.slice(2))
    .then(main)
    .then(
      (code) => process.exit(code),
      (error: unknown) => {
        explain(error);
        process.exit(1);
      },
    );
}

/** A signal that aborts when somebody asks this process to stop (Ctrl-C, SIGTERM, a closed terminal). */
export function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => controller.abort());
  return controller.signal;
}

/** Resolves when `signal` aborts; immediately if it has. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

/** Shows the steps of a command while they run. */
export interface Progress {
  /** Awaits `work` and shows it as the next step, with the time it took. */
  step: <T>(title: string, work: Promise<T>) => Promise<T>;
  /** Adds a line below the running step once it ends. */
  note: (line: string) => void;
  /** Prints a line at once, within the running step: for slow work or urgent notes. */
  announce: (line: string) => void;
}

interface Output {
  write(text: string): unknown;
}

const INDENT = '      ';

const secondsSince = (started: number) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Steps numbered to `total`, as `[3/7] Building the site … 4.2 s`. */
export function stepsOf(total: number, output: Output = process.stdout): Progress {
  let done = 0;
  let label = '';
  const notes: string[] = [];
  const endStep = (result: string) => {
    label = '';
    const lines = [result, ...notes.splice(0).map((line) => `${INDENT}${line}`)];
    output.write(`${lines.join('\n')}\n`);
  };
  return {
    async step(title, work) {
      const started = performance.now();
      label = `[${++done}/${total}] ${title} … `;
      output.write(label);
      try {
        const result = await work;
        endStep(secondsSince(started));
        return result;
      } catch (error) {
        endStep(`failed after ${secondsSince(started)}`);
        throw error;
      }
    },
    note: (line) => (label === '' ? output.write(`${INDENT}${line}\n`) : notes.push(line)),
    announce: (line) => output.write(`${label && '\n'}${INDENT}${line}\n${label}`),
  };
}

/** Steps as plain lines, each written when it is done: for work in parallel with other work. */
export function linesWith(prefix: string, output: Output = process.stdout): Progress {
  const line = (text: string) => output.write(`${prefix}${text}\n`);
  return {
    async step(title, work) {
      const started = performance.now();
      const result = await work;
      line(`${title} … ${secondsSince(started)}`);
      return result;
    },
    note: line,
    announce: line,
  };
}
