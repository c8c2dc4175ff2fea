import { describe, expect, it } from 'vitest';
import { fuzzAccessRules } from '../fuzz/rules';
import { fuzzApi } from '../fuzz/api';
import { fuzzSessions } from '../fuzz/sessions';
import { readDeployedRules } from '../../src/suite/services';
import { getPorts, readOffset } from '../../src/suite/ports';

/** The same questions at each run; `npm run test:fuzz` asks others, and thousands of them. */
const SEED = 20_261_120;
const ports = getPorts(readOffset(process.env['PORT_OFFSET'], 1000));
const rules = readDeployedRules();

it('answers any request to any endpoint with an envelope and preserves every invariant', async () => {
  const { failed, output } = await fuzzApi(ports, { seed: SEED, runs: 250 });
  expect(failed, output).toBe(0);
});

it('grants exactly what the access table grants, for any token', async () => {
  const { failed, output } = await fuzzAccessRules(ports, { seed: SEED, runs: 250 });
  expect(failed, output).toBe(0);
});

it('detects rules that trust a token alone', async () => {
  const credulous = rules
    .replace('&& live().staff == true', '')
    .replace('&& live().tier in tiers', '');
  expect(credulous).not.toBe(rules);
  const { failed } = await fuzzAccessRules(ports, { seed: SEED, runs: 2000 }, credulous);
  expect(failed).toBeGreaterThan(0);
});

describe('histories of logins, changes and thefts', () => {
  it('leave open only what the model allows', async () => {
    const { failed, output } = await fuzzSessions(ports, { seed: SEED, runs: 6 });
    expect(failed, output).toBe(0);
  });

  it('detect rules that trust a token after its session has ended', async () => {
    const credulous = rules.replace('&& session.endedAt == null', '');
    expect(credulous).not.toBe(rules);
    const { failed } = await fuzzSessions(ports, { seed: SEED, runs: 4 }, credulous);
    expect(failed).toBeGreaterThan(0);
  });
});
