import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { add, NOTHING, type Outcome, summaryOf } from './checks/outcome';
import { onInterrupt } from './command/interrupt';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { runOnDevice } from './faults/onDevice';
import { runOnServer } from './faults/onServer';
import { rowsOf, tableOf, type FaultRow } from './faults/rows';

const USAGE = 'npm run faults -- [device|server] [words of a row] [--seconds N]';

interface Wanted {
  readonly words: readonly string[];
  /** How long members poll; as long as the row says where it is undefined. */
  readonly seconds: number | undefined;
}

const counted = (rows: readonly FaultRow[]): Outcome => {
  const failed = rows.filter(({ passed }) => !passed).length;
  return { ...NOTHING, passed: rows.length - failed, failed };
};

/** The places where faults are met, in the order in which they are looked at. */
const PLACES = {
  device: async ({ words }: Wanted, stopped: AbortSignal) => {
    const { outcome, report } = await runOnDevice(words, stopped);
    return { outcome, rows: rowsOf(report) };
  },
  server: async ({ words, seconds }: Wanted, stopped: AbortSignal) => {
    const rows = await runOnServer(words, stopped, seconds);
    return { outcome: counted(rows), rows };
  },
} as const;

const placeSchema = z.enum(['device', 'server']);
const secondsSchema = z.optional(z.coerce.number().check(z.int(), z.gte(1)));

function parsed(args: string[]) {
  try {
    const options = { seconds: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [where, ...words] = positionals;
    const places = where === undefined ? placeSchema.options : [z.parse(placeSchema, where)];
    return { places, words, seconds: z.parse(secondsSchema, values.seconds) };
  } catch {
    throw new Refusal(USAGE);
  }
}

/**
 * Runs the matrix of faults that a member's device or the server meets, or only the rows that have all the given words, and
 * prints it: `npm run faults -- device captive portal`.
 */
async function faults(args: string[]): Promise<number> {
  const { places, ...wanted } = parsed(args);
  const stopped = onInterrupt();
  let total = NOTHING;
  for (const place of places) {
    const { outcome, rows } = await PLACES[place](wanted, stopped);
    if (rows.length === 0) throw new Refusal(`No row has the words ${wanted.words.join(' ')}`);
    console.log(tableOf(rows));
    total = add(total, outcome);
  }
  console.log(summaryOf(total));
  return total.failed === 0 ? 0 : 1;
}

runCommand(faults);
