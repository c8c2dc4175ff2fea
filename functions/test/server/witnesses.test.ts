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
import { carryLog, readLog, readNewestCheckpoint } from '../../src/platform/record/log';
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
const otherCosigner = cosignerOf('two.example', 'another secret');
const other: Witness = {
  key: keyOfVerifier(otherCosigner.verifierKey, COSIGNATURE),
  url: 'https://two.example/add-checkpoint',
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

/**
 * Witnesses that remember what they cosigned; `isDown` makes them answer nothing, `besides` has what they answer before and
 * after their line, and `meanwhile` happens before the next answer.
 */
function aWitness() {
  const state = { isDown: false, besides: ['', ''], meanwhile: () => Promise.resolve() };
  const lasts = new Map<string, Checkpoint>();
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    if (state.isDown) throw new TypeError('Failed to fetch');
    const submission = submissionOf(body);
    const last = lasts.get(url) ?? null;
    const answer = await judgeSubmission(submission, last, { key, verify: verifyEd25519 });
    if (answer.status === 409) return new Response(`${answer.size}\n`, { status: 409 });
    if (answer.status !== 200) return new Response('', { status: answer.status });
    lasts.set(url, answer.checkpoint);
    await state.meanwhile();
    const by = url === other.url ? otherCosigner : cosigner;
    const { text } = signedNoteOf(submission.note);
    return new Response(state.besides.join(by.line(text, AT)));
  });
  return state;
}

/** What the minute's run does with these witnesses. */
const cosign = (witnesses: readonly Witness[], needed = 1) =>
  cosignNewest(suite.database, witnesses, needed);

/** The size of the checkpoint that is served as cosigned, and by whom it is; null for none. */
async function servedAsCosigned() {
  const { cosigned = null } = (await readLog(suite.database)) ?? {};
  if (cosigned === null) return null;
  const keys = [witness, other].map((one) => one.key);
  const found = await cosignersOf(cosigned, keys, verifyEd25519);
  const opened = await openCheckpoint(cosigned, key, verifyEd25519);
  return { size: opened?.size, by: found.map(({ name }) => name) };
}

async function newest() {
  const { checkpoint } = await readNewestCheckpoint(suite.database);
  const note = checkpoint ?? '';
  const found = await cosignersOf(note, [witness.key], verifyEd25519);
  const opened = await openCheckpoint(note, key, verifyEd25519);
  return { size: opened?.size, cosigners: found.map(({ name }) => name), note };
}

afterAll(() => suite.close());

describe('the newest checkpoint', () => {
  beforeEach(async () => {
    await suite.clear();
    await grow(3);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('carries what its witnesses signed, also after it grew, and once however often they are asked', async () => {
    aWitness();
    expect(await cosign([witness])).toMatchObject([{ name: 'one.example' }]);
    expect(await newest()).toMatchObject({ size: 3, cosigners: ['one.example'] });
    expect(await cosign([witness])).toEqual([]);
    await grow(300);
    expect(await newest()).toMatchObject({ size: 300, cosigners: [] });
    await Promise.all([1, 2].map(() => cosign([witness])));
    const { size, cosigners, note } = await newest();
    expect([size, cosigners]).toEqual([300, ['one.example']]);
    expect(signedNoteOf(note).signatures).toHaveLength(2);
  });

  it('is submitted again after the witness was down, and says why it lacks it', async () => {
    const state = aWitness();
    state.isDown = true;
    expect(await cosign([witness])).toEqual([
      { name: 'one.example', refusal: 'it did not answer' },
    ]);
    expect(await newest()).toMatchObject({ size: 3, cosigners: [] });
    state.isDown = false;
    await cosign([witness]);
    expect(await newest()).toMatchObject({ cosigners: ['one.example'] });
  });

  it('takes from a witness with several keys the line of the one that is known', async () => {
    const state = aWitness();
    const { checkpoint } = await readNewestCheckpoint(suite.database);
    const { text } = signedNoteOf(checkpoint ?? '');
    const anew = cosignerOf('one.example', 'its next secret').line(text, AT);
    state.besides = [`${anew}— one.example no base64\n`, `${anew}no line`];
    await cosign([witness]);
    const { cosigners, note } = await newest();
    expect(cosigners).toEqual(['one.example']);
    expect(signedNoteOf(note).signatures).toHaveLength(2);
  });

  it('stays as it is where nobody is asked', async () => {
    expect(await cosign([])).toEqual([]);
    expect(await newest()).toMatchObject({ size: 3, cosigners: [] });
  });
});

describe('the checkpoint that is served as cosigned', () => {
  beforeEach(async () => {
    await suite.clear();
    await grow(3);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is the newest that enough have cosigned, and stays while newer ones wait', async () => {
    const state = aWitness();
    await cosign([witness], 2);
    expect(await servedAsCosigned()).toBeNull();
    await cosign([witness, other], 2);
    expect(await servedAsCosigned()).toEqual({ size: 3, by: ['one.example', 'two.example'] });
    state.isDown = true;
    await grow(9);
    await cosign([witness, other], 2);
    expect(await servedAsCosigned()).toMatchObject({ size: 3 });
    state.isDown = false;
    await cosign([witness, other], 2);
    expect(await servedAsCosigned()).toMatchObject({ size: 9 });
  });

  it('is also one that the log outgrew while its witness signed', async () => {
    const state = aWitness();
    state.meanwhile = () => grow(5);
    await cosign([witness]);
    expect(await newest()).toMatchObject({ size: 5, cosigners: [] });
    expect(await servedAsCosigned()).toEqual({ size: 3, by: ['one.example'] });
  });

  it('is there at once where a smaller number comes to be needed', async () => {
    aWitness();
    await cosign([witness], 2);
    expect(await cosign([witness], 1)).toEqual([]);
    expect(await servedAsCosigned()).toEqual({ size: 3, by: ['one.example'] });
  });
});
