import { describe, expect, it } from 'vitest';
import { COSIGNATURE, verifierKey } from '../../src/log/checkpoint';
import { witnessesIn } from '../../src/log/witnesses';

const keyOf = (name: string) =>
  verifierKey({ name, publicKey: new Uint8Array(32).fill(7) }, COSIGNATURE);
const one = `${keyOf('one.example')} https://one.example/add-checkpoint`;
const two = `${keyOf('two.example')} http://127.0.0.1:1090/add-checkpoint`;

describe('the witnesses of a deployment', () => {
  it('are each a key and an address', () => {
    expect(witnessesIn('')).toEqual([]);
    const found = witnessesIn(` ${one},\n${two} ,`);
    expect(found.map(({ key, url }) => [key.name, url])).toEqual([
      ['one.example', 'https://one.example/add-checkpoint'],
      ['two.example', 'http://127.0.0.1:1090/add-checkpoint'],
    ]);
  });

  it.each([
    ['a key alone', keyOf('one.example')],
    ['no address', `${keyOf('one.example')} one.example`],
    ['an address alone', 'https://one.example/add-checkpoint'],
    [
      'the key of a log',
      `${verifierKey({ name: 'a', publicKey: new Uint8Array(32) })} https://a/b`,
    ],
    ['one name twice', `${one}, ${one}`],
    ['three words', `${one} more`],
  ])('are refused where there is %s', (_what, text) => {
    expect(() => witnessesIn(text)).toThrow(TypeError);
  });
});
