import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { environmentAt, inBrowser, patternOf } from './checks/suiteTests';
import { add, type CheckResult, NOTHING, summaryOf } from './checks/checks';
import { runVitest } from './checks/runners';
import { onInterrupt, runCommand, CommandError } from './suite/command';
import { onOwnSuite } from './suite/suite';

const USAGE = 'npm run faults -- [device|server] [words of a fault] [--seconds N]';

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
  onOwnSuite(
    signal,
    (offset) => {
      const polling = seconds === undefined ? {} : { POLL_SECONDS: String(seconds) };
      const env = { ...environmentAt(offset), ...polling };
      const extra = words.length > 0 ? ['-t', patternOf(words)] : [];
      return runVitest(['faults'], { extra, env, echo: true }, signal);
    },
    { site: false, inbox: false },
  );

/**
 * Provokes faults on a member's device or on the server. Words filter by title: `npm run faults --
 * device captive portal`.
 */
async function faults(args: string[]): Promise<number> {
  const { places, words, seconds } = parseOptions(args);
  const signal = onInterrupt();
  let total: CheckResult = NOTHING;
  for (const place of places) {
    const outcome =
      place === 'device'
        ? await inBrowser('faults', words, signal, null)
        : await runServerFaults(words, seconds, signal);
    if (outcome.passed + outcome.failed === 0)
      throw new CommandError(`No fault has the words ${words.join(' ')}`);
    total = add(total, outcome);
  }
  console.log(summaryOf(total));
  return total.failed === 0 ? 0 : 1;
}

runCommand(faults);
