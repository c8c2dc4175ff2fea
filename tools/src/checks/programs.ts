import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Program, runQuietly } from '../system/childProcess';
import { inRoot } from '../system/root';
import { type Outcome } from './outcome';

const colours = () => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' });

const bin = (name: string) => inRoot('node_modules', '.bin', name);

/** A program that passes or fails as a whole; it yields to whatever else runs. */
export function passOrFail(name: string, args: string[], signal: AbortSignal) {
  return async (): Promise<Outcome> => {
    const program = { program: 'nice', args: [bin(name), ...args], env: colours() };
    const { code, output } = await runQuietly(program, signal);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
  };
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Runs tests that leave a JSON report and counts them. A run that fails without a failed test (a file that does not
 * load, an error outside of tests) counts as one failure.
 * @param report where the report is written, relative to the root
 * @param echo whether what the tests say is also shown as they say it
 */
export async function countTests(
  name: string,
  args: string[],
  report: string,
  env: Program['env'],
  count: (report: unknown) => Omit<Outcome, 'output'>,
  signal: AbortSignal,
  echo = false,
): Promise<Outcome> {
  mkdirSync(dirname(inRoot(report)), { recursive: true });
  rmSync(inRoot(report), { force: true });
  const program = { program: bin(name), args, env: { ...colours(), ...env }, echo };
  const { code, output } = await runQuietly(program, signal);
  const parsed = readReport(inRoot(report));
  const counts = parsed === undefined ? { passed: 0, failed: 0, skipped: 0 } : count(parsed);
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed), output };
}
