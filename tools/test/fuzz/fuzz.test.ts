import { expect, it } from 'vitest';
import { type CheckResult } from '../../src/checks/checks';
import { getPorts, readOffset } from '../../src/suite/ports';
import { fuzzApi, type Run } from './api';
import { fuzzCandles, fuzzLedger } from './files';
import { fuzzAccessRules } from './rules';
import { fuzzSessions } from './sessions';
import { fuzzUploads } from './uploads';
import { fuzzWaysIn } from './waysIn';

/* `npm run test:fuzz` runs these with another seed each time, and on a suite of their own where they need one. */

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const runsOr = (runs: number) => Number(process.env['FUZZ_RUNS'] ?? runs);
const ports = getPorts(readOffset(process.env['PORT_OFFSET'], 3000));

async function expectSound(fuzz: (run: Run) => Promise<CheckResult>, runs: number): Promise<void> {
  const { failed, output } = await fuzz({ seed, runs: runsOr(runs) });
  console.log(output);
  expect(failed, output).toBe(0);
}

it('candles that make no sense are refused by file and row', () => expectSound(fuzzCandles, 5000));

it('ledger entries that were forged are found out', () => expectSound(fuzzLedger, 5000));

it('api replies are envelopes, and every promise about what is stored holds', () =>
  expectSound((run) => fuzzApi(ports, run), 10_000));

it('rules open what the access table opens', () =>
  expectSound((run) => fuzzAccessRules(ports, run), 100_000));

it('sessions open what a model of them opens, whatever was done and stolen before', () =>
  expectSound((run) => fuzzSessions(ports, run), 1000));

it('ways into an account are closed with its sessions, whatever a thief did before', () =>
  expectSound(fuzzWaysIn, 10_000));

it('uploads that mean harm are refused or harmless, within the memory of the inspection', () =>
  expectSound((run) => fuzzUploads(ports, run), 1000));
