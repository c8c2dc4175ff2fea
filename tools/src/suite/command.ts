/** An error that the user can fix. Only its message is printed, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

function printError(error: unknown): void {
  if (error instanceof CommandError) console.error(error.message);
  else if (error instanceof Error && error.name === 'AbortError') console.error('Stopped.');
  else console.error(error);
}

export function runCommand(main: (args: string[]) => Promise<number>): void {
  Promise.resolve(process.argv.slice(2))
    .then(main)
    .then(
      (code) => process.exit(code),
      (error: unknown) => {
        printError(error);
        process.exit(1);
      },
    );
}

export function createInterruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => controller.abort());
  return controller.signal;
}

export function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

export interface Progress {
  step: <T>(title: string, work: Promise<T>) => Promise<T>;
  /** Prints a line below the running step when that ends. */
  note: (line: string) => void;
  /** Prints a line at once, within the running step. */
  announce: (line: string) => void;
}

interface Output {
  write(text: string): unknown;
}

const INDENT = '      ';

const formatSeconds = (startTime: number) =>
  `${((performance.now() - startTime) / 1000).toFixed(1)} s`;

/** Prints steps like `[3/7] Building the site … 4.2 s`. */
export function createNumberedProgress(total: number, output: Output = process.stdout): Progress {
  let count = 0;
  let label = '';
  const notes: string[] = [];
  const endStep = (result: string) => {
    label = '';
    const lines = [result, ...notes.splice(0).map((line) => `${INDENT}${line}`)];
    output.write(`${lines.join('\n')}\n`);
  };
  return {
    async step(title, work) {
      const startTime = performance.now();
      label = `[${++count}/${total}] ${title} … `;
      output.write(label);
      try {
        const result = await work;
        endStep(formatSeconds(startTime));
        return result;
      } catch (error) {
        endStep(`failed after ${formatSeconds(startTime)}`);
        throw error;
      }
    },
    note: (line) => (label === '' ? output.write(`${INDENT}${line}\n`) : notes.push(line)),
    announce: (line) => output.write(`${label && '\n'}${INDENT}${line}\n${label}`),
  };
}

/** Prints each step when it ends, for steps that run in parallel. */
export function createLineProgress(prefix: string, output: Output = process.stdout): Progress {
  const printLine = (text: string) => output.write(`${prefix}${text}\n`);
  return {
    async step(title, work) {
      const startTime = performance.now();
      const result = await work;
      printLine(`${title} … ${formatSeconds(startTime)}`);
      return result;
    },
    note: printLine,
    announce: printLine,
  };
}
