import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consistencyProof,
  cosignersOf,
  COSIGNATURE,
  keyOfVerifier,
  leafHash,
  leafOf,
  rootOver,
  type Subtree,
  type Witness,
  HOUR_MS,
} from '@quantalgo/contracts';
import { cosignerOf, verifyEd25519 } from '@quantalgo/functions/platform/core/noteSigner';
import { submitTo } from '@quantalgo/functions/platform/record/witnesses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { honestly, MONDAY, Operator, withHindsight } from '../fixtures/operator';
import { cosignerIn, witnessServer } from '../../src/witnessServer';

const NAME = 'witness.example/one';

/** An operator whose story from ten on is chosen. */
function operatorOf(says: typeof honestly): Operator {
  const operator = new Operator(MONDAY);
  operator.run(MONDAY, MONDAY + 10 * HOUR_MS, honestly);
  operator.run(MONDAY + 10 * HOUR_MS, MONDAY + 11 * HOUR_MS, says);
  return operator;
}

const honest = operatorOf(honestly);
const other = operatorOf((slot) => ({ says: withHindsight(slot) }));

/** What the site submits of an operator's log at a size. */
function submitted(operator: Operator, size = operator.entries.length) {
  const { note, root } = operator.checkpoint(size);
  const hashes = operator.entries.map((entry) => leafHash(leafOf(entry)));
  const hashAt = ({ level, index }: Subtree) =>
    rootOver(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
  const proofFrom = (older: number) => Promise.resolve(consistencyProof(older, size, hashAt));
  const { name: origin } = keyOfVerifier(operator.checkpoint().key);
  return { note, checkpoint: { origin, size, root }, proofFrom };
}

let folder: string;
let server: Server;
let witness: Witness;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quantalgo-submitting-'));
  const logs = [keyOfVerifier(honest.checkpoint().key)];
  server = witnessServer({ folder, name: NAME, logs });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const key = keyOfVerifier(cosignerIn(folder, NAME).verifierKey, COSIGNATURE);
  witness = { key, url: `http://127.0.0.1:${port}/add-checkpoint` };
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Submits, and gives the names of those who cosigned. */
async function cosigners(operator: Operator, size?: number) {
  const one = submitted(operator, size);
  const found = await submitTo(witness, one);
  if ('refusal' in found) return found.refusal;
  const all = await cosignersOf(one.note + found.line, [witness.key], verifyEd25519);
  return all.map(({ name }) => name);
}

describe('a checkpoint that is submitted to a witness', () => {
  it('is cosigned the first time, after it grew, and once more where the answer was lost', async () => {
    for (const size of [1, 100, 100, 130, honest.entries.length])
      expect(await cosigners(honest, size)).toEqual([NAME]);
  });

  it('is refused where another history was cosigned, longer or as long', async () => {
    await cosigners(honest);
    expect(other.entries.length).toBeGreaterThan(100);
    expect(await cosigners(other, honest.entries.length)).toMatch(/another log of that size/);
    expect(await cosigners(other, 100)).toMatch(/or a longer one/);
    const longer = operatorOf((slot) => ({ says: withHindsight(slot) }));
    longer.run(MONDAY + 11 * HOUR_MS, MONDAY + 13 * HOUR_MS, honestly);
    expect(await cosigners(longer)).toBe('it was not shown that the log only grew');
  });

  it('is refused by a witness that knows another log', async () => {
    const { key, url } = witness;
    const strange = new Operator(MONDAY - HOUR_MS);
    Object.assign(strange, { ledgerId: 'of-another' });
    expect(await cosigners(strange)).toBe('it does not know the log');
    const named = keyOfVerifier(cosignerOf(NAME, 'another secret').verifierKey, COSIGNATURE);
    witness = { key: named, url };
    expect(await cosigners(honest)).toBe('its cosignature does not hold');
    witness = { key, url };
  });

  it('waits for the next run where nobody answers', async () => {
    server.close();
    server.closeAllConnections();
    expect(await cosigners(honest)).toBe('it did not answer');
  });
});
