import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  checkpointText,
  consistencyProof,
  COSIGNATURE,
  cosignatureLine,
  cosignedText,
  cosignersOf,
  judgeSubmission,
  keyOfVerifier,
  leafHash,
  type NoteKey,
  noteWith,
  rootOf,
  rootOver,
  signatureLine,
  type Subtree,
  submissionOf,
  submissionText,
  utf8,
  verifierKey,
} from '@quantalgo/contracts';
import { describe, expect, it } from 'vitest';
import { verifyEd25519 as verify } from '../../src/platform/core/noteSigner';

function aKey(name: string) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const key: NoteKey = { name, publicKey: Uint8Array.from(spki.subarray(-32)) };
  return { key, sign: (text: string) => sign(null, Buffer.from(text), privateKey) };
}

const LOG = aKey('quantalgo/ledger/test');

/** A log of these leaves, of which checkpoints and proofs are made. */
function logOf(leaves: readonly string[]) {
  const hashes = leaves.map((leaf) => leafHash(utf8(leaf)));
  const hashAt = ({ level, index }: Subtree) =>
    rootOver(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
  return {
    note(size: number): string {
      const text = checkpointText({ origin: LOG.key.name, size, root: rootOf(size, hashAt) });
      return noteWith(text, [signatureLine(LOG.key, LOG.sign(text))]);
    },
    proof: (old: number, size: number) => consistencyProof(old, size, hashAt),
    checkpoint: (size: number) => ({ origin: LOG.key.name, size, root: rootOf(size, hashAt) }),
  };
}

const numbers = (count: number, story = '') =>
  Array.from({ length: count }, (_, index) => `${story}${index}`);
const honest = logOf(numbers(100));
/** It tells another story from its eleventh entry on. */
const forked = logOf([...numbers(10), ...numbers(90, 'another ')]);
const judging = { key: LOG.key, verify };

describe('a witness', () => {
  it('cosigns what it is the first to see, and what only grew since', async () => {
    const first = { old: 0, proof: [], note: honest.note(10) };
    expect(await judgeSubmission(first, null, judging)).toMatchObject({ status: 200 });
    for (const size of [10, 11, 64, 100]) {
      const next = { old: 10, proof: honest.proof(10, size), note: honest.note(size) };
      const answer = await judgeSubmission(next, honest.checkpoint(10), judging);
      expect(answer).toEqual({ status: 200, checkpoint: honest.checkpoint(size) });
    }
  });

  it('refuses a second history, with whatever proof', async () => {
    const last = honest.checkpoint(20);
    for (const proof of [[], forked.proof(20, 50), honest.proof(20, 50)]) {
      const next = { old: 20, proof, note: forked.note(50) };
      expect(await judgeSubmission(next, last, judging)).toEqual({ status: 422 });
    }
    const same = { old: 20, proof: [], note: forked.note(20) };
    expect(await judgeSubmission(same, last, judging)).toEqual({ status: 409, size: 20 });
  });

  it('says what it saw last to a log that begins elsewhere, and never goes back', async () => {
    const last = honest.checkpoint(20);
    const older = { old: 10, proof: honest.proof(10, 50), note: honest.note(50) };
    expect(await judgeSubmission(older, last, judging)).toEqual({ status: 409, size: 20 });
    const back = { old: 20, proof: [], note: honest.note(10) };
    expect(await judgeSubmission(back, last, judging)).toEqual({ status: 400 });
  });

  it('refuses what the log did not sign', async () => {
    const other = aKey(LOG.key.name);
    const first = { old: 0, proof: [], note: honest.note(10) };
    expect(await judgeSubmission(first, null, { key: other.key, verify })).toEqual({ status: 403 });
  });

  it('reads a submission as it was posted, and nothing else', () => {
    const next = { old: 10, proof: honest.proof(10, 50), note: honest.note(50) };
    expect(submissionOf(submissionText(next))).toEqual(next);
    for (const body of ['', 'old 1\n', 'old x\n\nnote', 'old 01\n\nnote', 'old 1\nno hash\n\nnote'])
      expect(() => submissionOf(body)).toThrow(TypeError);
  });
});

describe('a cosignature', () => {
  const [one, other] = [aKey('witness.example/one'), aKey('witness.example/other')];
  const TIME = 1_795_338_000;
  const note = honest.note(10);
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  const line = cosignatureLine(one.key, TIME, one.sign(cosignedText(text, TIME)));

  it('counts for the witness that made it, with its time', async () => {
    const found = await cosignersOf(note + line, [one.key, other.key], verify);
    expect(found).toEqual([{ name: one.key.name, at: TIME * 1000 }]);
  });

  it('counts once, however often it stands there', async () => {
    expect(await cosignersOf(note + line + line, [one.key], verify)).toHaveLength(1);
  });

  it('counts for nobody of another checkpoint, of another time, or of another key', async () => {
    expect(await cosignersOf(honest.note(11) + line, [one.key], verify)).toEqual([]);
    const later = cosignatureLine(one.key, TIME + 1, one.sign(cosignedText(text, TIME)));
    expect(await cosignersOf(note + later, [one.key], verify)).toEqual([]);
    const renamed = { ...other.key, name: one.key.name };
    expect(await cosignersOf(note + line, [renamed], verify)).toEqual([]);
    expect(await cosignersOf(note, [one.key], verify)).toEqual([]);
  });

  it('has keys of its own kind', () => {
    const key = verifierKey(one.key, COSIGNATURE);
    expect(keyOfVerifier(key, COSIGNATURE)).toEqual(one.key);
    expect(() => keyOfVerifier(key)).toThrow(TypeError);
  });
});
