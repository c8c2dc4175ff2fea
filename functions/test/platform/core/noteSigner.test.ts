import { createPublicKey, verify } from 'node:crypto';
import {
  formatCheckpoint,
  parseVerifierKey,
  openCheckpoint,
  parseSignedNote,
  type VerifyEd25519,
} from '@quantalgo/contracts/record/log/checkpoint';
import { describe, expect, it } from 'vitest';
import { createNoteSigner } from '../../../src/platform/core/noteSigner';

/** DER prefix of a 32-byte public key (RFC 8410, 4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const verifyEd25519: VerifyEd25519 = (publicKey, signature, message) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

const NAME = 'quantalgo/ledger/test';
const TREE = { origin: NAME, size: 3, root: new Uint8Array(32).fill(7) };
const signer = createNoteSigner('a key for the checkpoints of a test');
const key = parseVerifierKey(signer.createVerifierKey(NAME));
const note = signer.signNote(NAME, formatCheckpoint(TREE));

describe('signed checkpoint', () => {
  it('opens with the signer’s verifier key', async () => {
    expect(await openCheckpoint(note, key, verifyEd25519)).toEqual(TREE);
  });

  it('is deterministic, and differs for another secret', () => {
    expect(createNoteSigner('a key for the checkpoints of a test').signNote(NAME, 'a\n')).toBe(
      signer.signNote(NAME, 'a\n'),
    );
    const stranger = createNoteSigner('another key for the checkpoints of it');
    expect(stranger.signNote(NAME, 'a\n')).not.toBe(signer.signNote(NAME, 'a\n'));
  });

  it('doesn’t open if it was changed', async () => {
    const longer = note.replace('\n3\n', '\n4\n');
    expect(await openCheckpoint(longer, key, verifyEd25519)).toBeNull();
  });

  it('verifies Go’s documented example note', async () => {
    const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const { publicKey } = parseVerifierKey(peter);
    const { text, signatures } = parseSignedNote(
      'If you think cryptography is the answer to your problem,\n' +
        "then you don't know what your problem is.\n\n" +
        '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
    );
    const signature = signatures[0]?.signature ?? new Uint8Array();
    expect(await verifyEd25519(publicKey, signature, Buffer.from(text))).toBe(true);
  });
});
