import { describe, expect, it } from 'vitest';
import { type CheckResult } from '../../src/checks/checks';
import { getPorts, readOffset } from '../../src/suite/ports';
import { fuzzApi, type Run } from './api';
import { fuzzCandles, fuzzLedger } from './files';
import { fuzzAccessRules } from './rules';
import { fuzzSessions } from './sessions';
import { fuzzUploads } from './uploads';
import { fuzzWaysIn } from './waysIn';

/*
 * `npm run test:fuzz` runs these with another seed each time, and on a suite of their own where they need one. It
 * selects them by the names of the groups.
 */

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const runsOr = (runs: number) => Number(process.env['FUZZ_RUNS'] ?? runs);
const ports = getPorts(readOffset(process.env['PORT_OFFSET'], 3000));

async function expectSound(fuzz: (run: Run) => Promise<CheckResult>, runs: number): Promise<void> {
  const { failed, output } = await fuzz({ seed, runs: runsOr(runs) });
  console.log(output);
  expect(failed, output).toBe(0);
}

describe('candles', () => {
  it('are rejected by file and row if invalid', () => expectSound(fuzzCandles, 5000));
});

describe('ledger', () => {
  it('entries are detected if forged', () => expectSound(fuzzLedger, 5000));
});

describe('api', () => {
  it('answers with envelopes and preserves every data invariant', () =>
    expectSound((run) => fuzzApi(ports, run), 10_000));
});

describe('rules', () => {
  it('grant exactly what the access table grants', () =>
    expectSound((run) => fuzzAccessRules(ports, run), 100_000));
});

describe('sessions', () => {
  it('may do exactly what the model grants, also after thefts', () =>
    expectSound((run) => fuzzSessions(ports, run), 1000));
});

describe('ways', () => {
  it('into an account close with its sessions, whatever a thief did before', () =>
    expectSound(fuzzWaysIn, 10_000));
});

describe('uploads', () => {
  it('are rejected or neutralised within the inspection’s memory if malicious', () =>
    expectSound((run) => fuzzUploads(ports, run), 1000));
});
