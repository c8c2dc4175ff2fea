import { Refusal } from './refusal';

const wasInterrupted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

function explain(error: unknown): void {
  if (error instanceof Refusal) console.error(error.message);
  else if (wasInterrupted(error)) console.error('Stopped.');
  else console.error(error);
}

/** Runs a command's `main` with the words after its name and ends the process with the exit code that it gives. */
export function runCommand(main: (args: string[]) => Promise<number>): void {
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error: unknown) => {
      explain(error);
      process.exit(1);
    },
  );
}
