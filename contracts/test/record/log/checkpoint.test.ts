import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64, decodeBase64 } from '../../../src/record/log/base64';
import {
  type Checkpoint,
  parseCheckpoint,
  formatCheckpoint,
  getKeyId,
  parseVerifierKey,
  formatNote,
  openCheckpoint,
  formatSignature,
  parseSignedNote,
  formatVerifierKey,
} from '../../../src/record/log/checkpoint';

/** The note in the documentation of Go’s `sumdb/note`. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SIGNED = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

const ROOT = Uint8Array.from({ length: 32 }, (_, index) => index);
const TREE: Checkpoint = { origin: 'a.test/ledger', size: 20_852_163, root: ROOT };
const KEY = { name: TREE.origin, publicKey: ROOT };
/** Accepts signatures that start with 1. */
const verify = (_key: Uint8Array, signature: Uint8Array) => signature[0] === 1;
const signed = (text: string, byte = 1) =>
  formatNote(text, [formatSignature(KEY, Uint8Array.of(byte))]);

describe('base64', () => {
  it('decodes to the original bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['A', 'AA', 'AAA', 'AB==', 'AAB=', 'A===', '====', 'AA-_', 'AAAA\n', '='])(
    'rejects text that isn’t canonical: %j',
    (text) => expect(() => decodeBase64(text)).toThrow(TypeError),
  );
});

describe('signed note', () => {
  it('reads the example of Go’s sumdb/note and its key', () => {
    const { text, signatures } = parseSignedNote(SIGNED);
    expect(text.split('\n')).toHaveLength(3);
    expect(signatures).toMatchObject([{ name: 'PeterNeumann', keyId: 'c74f20a3' }]);
    const key = parseVerifierKey(PETER);
    expect(getKeyId(key)).toBe('c74f20a3');
    expect(formatVerifierKey(key)).toBe(PETER);
    expect(formatSignature(key, signatures[0]?.signature ?? ROOT)).toBe(
      `${SIGNED.split('\n\n')[1]}`,
    );
  });

  it.each([
    ['', 'empty'],
    ['text\n', 'no signature'],
    ['text\n\n', 'no signature line'],
    [SIGNED.trimEnd(), 'unterminated line'],
    [SIGNED.replace('— ', '- '), 'wrong dash'],
    [SIGNED.replace('x08go', 'x08g'), 'invalid base64'],
  ])('rejects %j: %s', (note) => {
    expect(() => parseSignedNote(note)).toThrow(TypeError);
  });

  it.each([PETER.replace('c74f20a3', 'c74f20a4'), PETER.replace('Peter', 'Petra'), 'a+b+c', ''])(
    'rejects the key %j',
    (text) => expect(() => parseVerifierKey(text)).toThrow(TypeError),
  );
});

describe('checkpoint', () => {
  it('is written as three lines and parsed back, with or without extensions', () => {
    const text = formatCheckpoint(TREE);
    expect(text).toBe('a.test/ledger\n20852163\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n');
    expect(parseCheckpoint(text)).toEqual(TREE);
    expect(parseCheckpoint(`${text}an extension\n`)).toEqual(TREE);
  });

  it.each([
    formatCheckpoint(TREE).replace('208', '0208'),
    formatCheckpoint(TREE).replace('20852163', '-1'),
    formatCheckpoint(TREE).replace('20852163', '9999999999999999'),
    formatCheckpoint(TREE).replace('AAEC', ''),
    formatCheckpoint(TREE).trimEnd(),
    'a.test/ledger\n1\n',
  ])('rejects %j', (text) => {
    expect(() => parseCheckpoint(text)).toThrow(TypeError);
  });

  it('opens with the signer’s key among other signatures', async () => {
    const other = formatSignature({ ...KEY, name: 'another' }, Uint8Array.of(0));
    const note = formatNote(formatCheckpoint(TREE), [
      other,
      formatSignature(KEY, Uint8Array.of(1)),
    ]);
    expect(await openCheckpoint(note, KEY, verify)).toEqual(TREE);
  });

  it('doesn’t open with another key, another name or a wrong signature', async () => {
    const note = signed(formatCheckpoint(TREE));
    const otherKey = { ...KEY, publicKey: Uint8Array.from(ROOT).reverse() };
    expect(await openCheckpoint(note, otherKey, verify)).toBeNull();
    expect(await openCheckpoint(note, { ...KEY, name: 'b.test' }, verify)).toBeNull();
    expect(await openCheckpoint(signed(formatCheckpoint(TREE), 2), KEY, verify)).toBeNull();
  });

  it('rejects another kind of note signed with the log’s key', async () => {
    await expect(openCheckpoint(signed('a greeting\n'), KEY, verify)).rejects.toThrow(TypeError);
  });
});
