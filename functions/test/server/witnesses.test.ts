import {
  type Checkpoint,
  cosignersOf,
  COSIGNATURE,
  judgeSubmission,
  keyOfVerifier,
  type LedgerEntry,
  openCheckpoint,
  signedNoteOf,
  submissionOf,
  type Witness,
} from '@quantalgo/contracts';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { append } from '../../src/domain/ledger';
import { originOf } from '../../src/domain/log';
import { cosignerOf, noteSignerOf, verifyEd25519 } from '../../src/platform/core/noteSigner';
import { carryLog, readNewestCheckpoint } from '../../src/platform/record/log';
import { cosignNewest } from '../../src/platform/record/witnesses';
import { emulated } from './emulated';

const AT = Date.parse('2026-11-20T12:00:00Z');
const suite = emulated('demo-witnesses');
const signer = noteSignerOf('a key for the checkpoints of a test');
const key = keyOfVerifier(signer.verifierKey(originOf('test')));
const cosigner = cosignerOf('one.example', 'a secret');
const witness: Witness = {
  key: keyOfVerifier(cosigner.verifierKey, COSIGNATURE),
  url: 'https://one.example/add-checkpoint',
};

const chain: LedgerEntry[] = [];

/** From now on the ledger has so many entries, and its log too. */
async function grow(entries: number): Promise<void> {
  const context = { at: AT, source: 'simulated' } as const;
  const miss = { type: 'miss', slot: '20261120T1200Z', reason: 'None' } as const;
  while (chain.length < entries) {
    const before = chain.at(-1) ?? null;
    const body = before ? miss : ({ type: 'genesis', ledgerId: 'test' } as const);
    chain.push(append(before, body, context));
  }
  for (const entry of chain.slice(0, entries))
    await suite.database.doc(`ledger/${entry.seq}`).set(entry);
  const { hash } = chain[entries - 1] ?? {};
  const at = Timestamp.fromMillis(AT);
  const head = { ledgerId: 'test', seq: entries - 1, hash, source: 'simulated', at };
  await suite.database
    .doc('ledgerHeads/current')
    .set({ ...head, lastSlot: null, closedFrom: null });
  await carryLog(suite.database, signer);
}

/** A witness that remembers what it cosigned; `isDown` makes it answer nothing. */
function aWitness() {
  const state: { isDown: boolean; last: Checkpoint | null } = { isDown: false, last: null };
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    if (state.isDown) throw new TypeError('Failed to fetch');
    const submission = submissionOf(body);
    const answer = await judgeSubmission(submission, state.last, { key, verify: verifyEd25519 });
    if (answer.status === 409) return new Response(`${answer.size}\n`, { status: 409 });
    if (answer.status !== 200) return new Response('', { status: answer.status });
    state.last = answer.checkpoint;
    return new Response(cosigner.line(signedNoteOf(submission.note).text, AT));
  });
  return state;
}

async function newest() {
  const { checkpoint } = await readNewestCheckpoint(suite.database);
  const note = checkpoint ?? '';
  const found = await cosignersOf(note, [witness.key], verifyEd25519);
  const opened = await openCheckpoint(note, key, verifyEd25519);
  return { size: opened?.size, cosigners: found.map(({ name }) => name), note };
}

describe('the newest checkpoint', () => {
  beforeEach(async () => {
    await suite.clear();
    await grow(3);
  });
  afterEach(() => vi.unstubAllGlobals());
  afterAll(() => suite.close());

  it('carries what its witnesses signed, also after it grew, and once however often they are asked', async () => {
    aWitness();
    expect(await cosignNewest(suite.database, [witness])).toMatchObject([{ name: 'one.example' }]);
    expect(await newest()).toMatchObject({ size: 3, cosigners: ['one.example'] });
    expect(await cosignNewest(suite.database, [witness])).toEqual([]);
    await grow(300);
    expect(await newest()).toMatchObject({ size: 300, cosigners: [] });
    await Promise.all([1, 2].map(() => cosignNewest(suite.database, [witness])));
    const { size, cosigners, note } = await newest();
    expect([size, cosigners]).toEqual([300, ['one.example']]);
    expect(signedNoteOf(note).signatures).toHaveLength(2);
  });

  it('is submitted again after the witness was down, and says why it lacks it', async () => {
    const state = aWitness();
    state.isDown = true;
    expect(await cosignNewest(suite.database, [witness])).toEqual([
      { name: 'one.example', refusal: 'it did not answer' },
    ]);
    expect(await newest()).toMatchObject({ size: 3, cosigners: [] });
    state.isDown = false;
    await cosignNewest(suite.database, [witness]);
    expect(await newest()).toMatchObject({ cosigners: ['one.example'] });
  });

  it('stays as it is where nobody is asked', async () => {
    expect(await cosignNewest(suite.database, [])).toEqual([]);
    expect(await newest()).toMatchObject({ size: 3, cosigners: [] });
  });
});
