import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { buildTestEnvironment, runBrowserTests, buildTitlePattern } from './checks/suiteTests';
import { addResults, type CheckResult, EMPTY_RESULT, reportResult } from './checks/checks';
import { runVitest } from './checks/runners';
import { createInterruptSignal, runCommand, CommandError } from './suite/command';
import { withDedicatedSuite } from './suite/suite';

const USAGE = 'npm run test:chaos -- [device|server] [words of a fault’s title] [--seconds N]';

const placeSchema = z.enum(['device', 'server']);
const secondsSchema = z.optional(z.coerce.number().check(z.int(), z.gte(1)));

function parseOptions(args: string[]) {
  try {
    const options = { seconds: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [where, ...words] = positionals;
    const places = where === undefined ? placeSchema.options : [z.parse(placeSchema, where)];
    return { places, words, seconds: z.parse(secondsSchema, values.seconds) };
  } catch {
    throw new CommandError(USAGE);
  }
}

const runServerFaults = (
  words: readonly string[],
  seconds: number | undefined,
  signal: AbortSignal,
) =>
  withDedicatedSuite(
    signal,
    (offset) => {
      const polling = seconds === undefined ? {} : { POLL_SECONDS: String(seconds) };
      const env = { ...buildTestEnvironment(offset), ...polling };
      const extra = words.length > 0 ? ['-t', buildTitlePattern(words)] : [];
      return runVitest(['chaos'], { extra, env, echo: true }, signal);
    },
    { site: false, inbox: false },
  );

/**
 * Causes faults on a member's device or on the server. Words filter by title:
 * `npm run test:chaos -- device captive portal`.
 */
async function testChaos(args: string[]): Promise<number> {
  const { places, words, seconds } = parseOptions(args);
  const signal = createInterruptSignal();
  let total: CheckResult = EMPTY_RESULT;
  for (const place of places) {
    const outcome =
      place === 'device'
        ? await runBrowserTests('chaos', words, signal, false)
        : await runServerFaults(words, seconds, signal);
    if (outcome.passed + outcome.failed === 0)
      throw new CommandError(`No fault matches “${words.join(' ')}”.`);
    total = addResults(total, outcome);
  }
  return reportResult(total);
}

runCommand(testChaos);
