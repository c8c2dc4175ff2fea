import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { add, NOTHING, summaryOf, type Outcome } from './checks/outcome';
import { onInterrupt } from './command/interrupt';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { fuzzAccessRules } from './fuzz/accessRules';
import { fuzzApi, type Run } from './fuzz/api';
import { fuzzCandles, fuzzLedger } from './fuzz/files';
import { onOwnSuite } from './suite/onOwnSuite';
import { portsAt, type Ports } from './suite/ports';

interface Target {
  /** Inputs that it is given, where nobody says how many. */
  readonly runs: number;
  readonly fuzz: (run: Run, ports: () => Ports) => Promise<Outcome>;
  readonly needsSuite: boolean;
}

const TARGETS: Readonly<Record<string, Target>> = {
  candles: { runs: 5000, needsSuite: false, fuzz: fuzzCandles },
  ledger: { runs: 5000, needsSuite: false, fuzz: fuzzLedger },
  api: { runs: 10_000, needsSuite: true, fuzz: (run, ports) => fuzzApi(ports(), run) },
  rules: { runs: 100_000, needsSuite: true, fuzz: (run, ports) => fuzzAccessRules(ports(), run) },
};

const USAGE = `npm run fuzz -- [${Object.keys(TARGETS).join('|')}] [--seed N] [--runs N]`;
const whole = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const optionsSchema = z.object({ seed: whole, runs: whole });

function parsed(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { seed: { type: 'string' }, runs: { type: 'string' } },
    });
    const names = positionals.length > 0 ? positionals : Object.keys(TARGETS);
    const targets = names.map((name) => {
      const target = TARGETS[name];
      if (!target) throw new Refusal(USAGE);
      return { name, target };
    });
    return { targets, ...optionsSchema.parse(values) };
  } catch {
    throw new Refusal(USAGE);
  }
}

const noSuite = (): never => {
  throw new Error('This target asked for a suite that it did not say it needs');
};

/** Sends what nobody would, to the API, the rules and the readers of files; a failure is told with its seed. */
async function fuzz(args: string[]): Promise<number> {
  const { targets, seed = randomInt(1, 2 ** 31), runs } = parsed(args);
  let total = NOTHING;
  const runAll = async (ports: () => Ports) => {
    for (const { name, target } of targets) {
      const outcome = await target.fuzz({ seed, runs: runs ?? target.runs }, ports);
      process.stdout.write(`${outcome.failed === 0 ? '✓' : '✗'} ${outcome.output}`);
      if (outcome.failed > 0)
        console.log(`Again: npm run fuzz -- ${name} --seed ${seed} --runs ${runs ?? target.runs}`);
      total = add(total, outcome);
    }
  };
  if (targets.some(({ target }) => target.needsSuite))
    await onOwnSuite(onInterrupt(), (offset) => runAll(() => portsAt(offset)), { site: false });
  else await runAll(noSuite);
  console.log(summaryOf(total));
  return total.failed === 0 ? 0 : 1;
}

runCommand(fuzz);
