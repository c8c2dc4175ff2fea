import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { reportResult } from './checks/checks';
import { runVitest } from './checks/runners';
import { buildTestEnvironment } from './checks/suiteTests';
import { createInterruptSignal, runCommand, CommandError } from './suite/command';
import { withDedicatedSuite } from './suite/suite';

/** True for targets that need a suite. */
const TARGETS: Readonly<Record<string, boolean>> = {
  candles: false,
  ledger: false,
  api: true,
  rules: true,
  sessions: true,
  uploads: true,
  ways: false,
};

const USAGE = `npm run test:fuzz -- [${Object.keys(TARGETS).join('|')}] [--seed N] [--runs N]`;
const positiveInt = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const optionsSchema = z.object({ seed: positiveInt, runs: positiveInt });

function parseOptions(args: string[]) {
  try {
    const options = { seed: { type: 'string' }, runs: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const names = positionals.length > 0 ? positionals : Object.keys(TARGETS);
    if (names.some((name) => !(name in TARGETS))) throw new CommandError(USAGE);
    return { names, ...optionsSchema.parse(values) };
  } catch {
    throw new CommandError(USAGE);
  }
}

/**
 * Sends hostile input to the API, the rules and the file readers. `--seed` and `--runs` reproduce a
 * run.
 */
async function testFuzz(args: string[]): Promise<number> {
  const { names, seed = randomInt(1, 2 ** 31), runs } = parseOptions(args);
  const signal = createInterruptSignal();
  console.log(`Seed ${seed}`);
  const settings = { FUZZ_SEED: String(seed), ...(runs && { FUZZ_RUNS: String(runs) }) };
  const extra = ['-t', `^(${names.join('|')}) `];
  const run = (env = {}) =>
    runVitest(['fuzz'], { extra, env: { ...env, ...settings }, echo: true }, signal);
  const total = names.some((name) => TARGETS[name])
    ? await withDedicatedSuite(signal, (offset) => run(buildTestEnvironment(offset)), {
        site: false,
      })
    : await run();
  return reportResult(total, names.length);
}

runCommand(testFuzz);
