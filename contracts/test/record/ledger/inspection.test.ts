import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex, encodeUtf8 } from '../../../src/core/sha256';
import { canonicalJson, type JsonObject, type LedgerEntry } from '../../../src/record/ledger/entry';
import { inspectEntry } from '../../../src/record/ledger/inspection';
import { buildChain, GENESIS, missed, published, settled } from './chain';

const ENTRIES = buildChain(GENESIS, published(0), missed(1), missed(2), settled(0));

/** An entry with extra members, rehashed. */
function withMembers(entry: LedgerEntry, members: JsonObject): string {
  const unhashed = { ...entry, ...members, hash: undefined };
  return canonicalJson({ ...unhashed, hash: sha256Hex(canonicalJson(unhashed)) });
}

/** Encodings of an entry: canonical, equivalent and with changed content. */
const WAYS: Readonly<Record<string, (entry: LedgerEntry) => string>> = {
  'as it must': canonicalJson,
  'with a member more': (entry) => withMembers(entry, { zone: 'UTC' }),
  'beyond ASCII': (entry) => withMembers(entry, { zone: 'Zürich' }),
  'with escapes': (entry) => withMembers(entry, { zone: 'a "b"\n' }),
  'with its hash in a text': (entry) => withMembers(entry, { about: `x","hash":"${entry.hash}"` }),
  'with its hash within': (entry) => withMembers(entry, { about: { a: 1, hash: entry.hash } }),
  'with blanks': (entry) => canonicalJson(entry).replaceAll(',', ', '),
  'with its members backwards': (entry) =>
    JSON.stringify(Object.fromEntries(Object.entries(entry).reverse())),
  'with a member twice': (entry) => canonicalJson(entry).replace('{', '{"at":"2026-02-02",'),
  'with half a surrogate pair': (entry) => canonicalJson(entry).replace('{', '{"Zone":"\\ud83d",'),
  'with numbers for keys': (entry) => canonicalJson(entry).replace('{', '{"10":1,"9":2,'),
  'with a number written otherwise': (entry) =>
    canonicalJson(entry).replace(/"seq":\d+/, `"seq":${entry.seq}.0`),
  'with another hash': (entry) => canonicalJson({ ...entry, hash: sha256Hex(`not ${entry.hash}`) }),
  'with another time': (entry) => canonicalJson({ ...entry, at: '2026-11-20T12:00:00.001Z' }),
};

describe('inspectEntry', () => {
  it('returns the same result with and without the leaf bytes, for any encoding', () => {
    const written = fc.tuple(fc.constantFrom(...ENTRIES), fc.constantFrom(...Object.values(WAYS)));
    fc.assert(
      fc.property(written, ([entry, way]) => {
        const text = way(entry);
        const given: unknown = JSON.parse(text);
        expect(inspectEntry(given, { leaf: encodeUtf8(text), text })).toEqual(inspectEntry(given));
      }),
      { numRuns: 300 },
    );
  });

  it('accepts the hash for every encoding of the same content', () => {
    const hashed = Object.keys(WAYS).filter((way) =>
      ENTRIES.every((entry) => {
        const text = WAYS[way]?.(entry) ?? '';
        return inspectEntry(JSON.parse(text), { leaf: encodeUtf8(text), text })?.hasValidHash;
      }),
    );
    expect(hashed).toEqual([
      'as it must',
      'with a member more',
      'beyond ASCII',
      'with escapes',
      'with its hash in a text',
      'with its hash within',
      'with blanks',
      'with its members backwards',
      'with a member twice',
      'with a number written otherwise',
    ]);
  });
});
