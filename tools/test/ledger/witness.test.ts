import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consistencyProof,
  COSIGNATURE,
  cosignersOf,
  keyOfVerifier,
  leafHash,
  leafOf,
  rootOver,
  type Subtree,
  submissionText,
  HOUR_MS,
} from '@quantalgo/contracts';
import { verifyEd25519 } from '@quantalgo/functions/platform/core/noteSigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { honestly, MONDAY, Operator, withHindsight } from '../fixtures/operator';
import { witnessServer } from '../../src/witnessServer';

const TEN = MONDAY + 10 * HOUR_MS;
const NAME = 'witness.example/one';

/** An operator whose story is the other one from ten on. */
function operatorOf(story: 'honest' | 'hindsight'): Operator {
  const operator = new Operator(MONDAY);
  operator.run(MONDAY, TEN, honestly);
  const from = (slot: number) => ({ says: withHindsight(slot) });
  operator.run(TEN, TEN + HOUR_MS, story === 'honest' ? honestly : from);
  return operator;
}

const honest = operatorOf('honest');
const log = keyOfVerifier(honest.checkpoint().key);

/** The submission of a checkpoint to a witness that saw `old` entries. */
function submission(operator: Operator, old: number, size: number): string {
  const hashes = operator.entries.map((entry) => leafHash(leafOf(entry)));
  const hashAt = ({ level, index }: Subtree) =>
    rootOver(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
  const proof = consistencyProof(old, size, hashAt);
  return submissionText({ old, proof, note: operator.checkpoint(size).note });
}

let folder: string;
let witness: { readonly url: string; readonly close: () => void };

async function start() {
  const server = witnessServer({ folder, name: NAME, logs: [log], clock: () => TEN });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  witness = { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quantalgo-witness-'));
  await start();
});
afterEach(() => {
  witness.close();
  rmSync(folder, { recursive: true, force: true });
});

const submitted = (body: string) =>
  fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });

describe('a witness that anyone can run', () => {
  it('cosigns a log that only grows, under a key that it tells', async () => {
    const key = keyOfVerifier((await (await fetch(witness.url)).text()).trim(), COSIGNATURE);
    for (const [old, size] of [
      [0, 100],
      [100, 240],
      [240, 240],
    ] as const) {
      const reply = await submitted(submission(honest, old, size));
      expect(reply.status).toBe(200);
      const note = honest.checkpoint(size).note + (await reply.text());
      expect(await cosignersOf(note, [key], verifyEd25519)).toEqual([{ name: NAME, at: TEN }]);
    }
  });

  it('refuses a second history, also after it was started anew', async () => {
    const other = operatorOf('hindsight');
    const size = honest.entries.length;
    expect((await submitted(submission(honest, 0, size))).status).toBe(200);
    witness.close();
    await start();
    expect((await submitted(submission(other, size, other.entries.length))).status).toBe(422);
    const anew = await submitted(submission(other, 0, other.entries.length));
    expect([anew.status, anew.headers.get('content-type'), await anew.text()]).toEqual([
      409,
      'text/x.tlog.size',
      `${size}\n`,
    ]);
  });

  it('judges submissions that come at once one after the other', async () => {
    const replies = await Promise.all(
      [50, 60, 70].map((size) => submitted(submission(honest, 0, size))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it.each(['', 'ab'.repeat(31), `${'ab'.repeat(32)}\n`, 'no key'])(
    'does not start with %j for its secret',
    (secret) => {
      writeFileSync(join(folder, 'key'), secret);
      expect(() => witnessServer({ folder, name: NAME, logs: [log] })).toThrow(/key is damaged$/);
    },
  );

  it('cosigns nothing once its memory is damaged, and nothing that makes no sense', async () => {
    for (const body of ['', 'old 0\n\nno note', 'x'.repeat(100_000)])
      expect((await submitted(body)).status).toBeGreaterThanOrEqual(400);
    expect((await submitted(submission(honest, 0, 50))).status).toBe(200);
    writeFileSync(join(folder, `${encodeURIComponent(log.name)}.checkpoint`), 'nonsense');
    expect((await submitted(submission(honest, 0, 60))).status).toBe(500);
  });
});
