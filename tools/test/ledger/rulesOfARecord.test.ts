import { pathToFileURL } from 'node:url';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import {
  LADDER_RULES,
  ladderRulesSchema,
  type LadderRules,
} from '@quantalgo/contracts/signals/rules';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createFakeLedger } from '../fixtures/ledger';
import { inRoot } from '../../src/system/root';

const FROM = Date.parse('2026-02-02T12:00:00Z');
const NOW = Date.parse('2027-11-20T12:00:00Z');
const commandSchema = z.object({
  verify: z.custom<(entries: unknown, now: number) => unknown>(
    (value) => typeof value === 'function',
  ),
});

const FOUR: LadderRules = { levels: 4, stakes: [1, 2.2, 4.84, 10.648], payout: 0.8 };
const FIVE: LadderRules = { levels: 5, stakes: [1, 2.2, 4.84, 10.648, 23.4256], payout: 0.8 };

function ofTheApp(entries: readonly unknown[], Verifier = ChainVerifier) {
  const verifier = new Verifier(NOW);
  let broken = null;
  for (const entry of entries) broken ??= verifier.take(entry);
  return { broken, ...verifier.summary() };
}

async function ofTheCommand(entries: readonly unknown[]) {
  const command: unknown = await import(
    pathToFileURL(inRoot('web', 'public', 'verify-ledger.mjs')).href
  );
  return commandSchema.parse(command).verify(entries, NOW);
}

/** The levels at which signals were won, in order of their settlements. */
const getWonLevels = (entries: readonly unknown[]) =>
  z
    .array(z.object({ type: z.string(), level: z.optional(z.nullable(z.int())) }))
    .parse(entries)
    .flatMap(({ type, level }) => (type === 'settlement' ? (level ?? []) : []));

afterEach(() => {
  vi.doUnmock('../../../contracts/src/signals/ladder');
  vi.doUnmock('../../../contracts/src/signals/payout');
  vi.resetModules();
});

describe('ledger with four levels in its genesis', () => {
  it('verifies after the current ladder and payout have changed', async () => {
    vi.resetModules();
    vi.doMock('../../../contracts/src/signals/ladder', async (original) => ({
      ...(await original<object>()),
      LEVELS: [0, 1, 2, 3, 4],
    }));
    vi.doMock('../../../contracts/src/signals/payout', async (original) => ({
      ...(await original<object>()),
      STATED_PAYOUT: 0.75,
    }));
    const { LADDER_RULES } = await import('@quantalgo/contracts/signals/rules');
    const changed = await import('@quantalgo/contracts/record/ledger/verifier');
    expect(LADDER_RULES).toEqual({ ...FIVE, payout: 0.75 });
    const stated = createFakeLedger(300, 1, FROM, { rules: FOUR });
    expect(ofTheApp(stated, changed.ChainVerifier).broken).toBeNull();
  });
});

describe('ledger with five levels in its genesis', () => {
  const entries = createFakeLedger(600, 5, FROM, { rules: FIVE });

  it('verifies with five levels in the app and the command', async () => {
    expect(Math.max(...getWonLevels(entries))).toBe(4);
    expect(ofTheApp(entries).broken).toBeNull();
    expect(await ofTheCommand(entries)).toMatchObject({ broken: null, levels: 5 });
  });

  it('doesn’t verify under a genesis with another number of levels', async () => {
    const [, ...others] = entries;
    const [genesis] = createFakeLedger(1, 5, FROM, { rules: FOUR });
    const swapped = [genesis, ...others];
    expect(ofTheApp(swapped).broken).toMatchObject({ seq: 1 });
    expect(await ofTheCommand(swapped)).toMatchObject({ broken: { seq: 1 } });
  });
});

describe('ladder rules of a ledger', () => {
  it('equal the current constants in a new ledger', () => {
    expect(ladderRulesSchema.parse(LADDER_RULES)).toEqual(LADDER_RULES);
    expect(createFakeLedger(1, 1, FROM)[0]).toMatchObject({ type: 'genesis', rules: LADDER_RULES });
  });

  it.each([
    ['no level', { levels: 0, stakes: [], payout: 0.8 }],
    ['more levels than the maximum', { ...FIVE, levels: 9, stakes: Array(9).fill(1) }],
    ['fewer stakes than levels', { ...FIVE, levels: 4 }],
    ['a stake of zero', { levels: 1, stakes: [0], payout: 0.8 }],
    ['no payout', { levels: 1, stakes: [1] }],
  ])('are invalid with %s', async (_what, rules) => {
    expect(ladderRulesSchema.safeParse(rules).success).toBe(false);
    const [genesis] = createFakeLedger(1, 1, FROM);
    expect(ofTheApp([{ ...genesis, rules }]).broken).toMatchObject({ seq: 0 });
    expect(await ofTheCommand([{ ...genesis, rules }])).toMatchObject({ broken: { seq: 0 } });
  });
});
