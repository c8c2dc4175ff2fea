import { describe, expect, it } from 'vitest';
import { findOddWording } from '../../src/checks/wording';

const find = (text: string) => findOddWording('a.ts', text);

describe('findOddWording', () => {
  it.each([
    ['const rowOf = (doc: string) => doc;', 'a.ts: rowOf: start it with a verb'],
    ['function textOf() {}', 'a.ts: textOf: start it with a verb'],
    ['const told = 1;', 'a.ts: told: name what it holds'],
    [
      'const ASKED_WITHIN_MS = 1;',
      'a.ts: ASKED_WITHIN_MS: use MAX_…, …_TIMEOUT_MS, …_INTERVAL_MS or …_TTL_MS',
    ],
    ['\n/** Reads it\n * anew. */\nconst one = 1;', 'a.ts:2: “anew”: again'],
  ])('rejects %j', (text, violation) => {
    expect(find(text)).toEqual([violation]);
  });

  it.each([
    'const sumOf = (values: number[]) => values.length;',
    'const toRow = (doc: string) => doc;',
    'const MAX_SLOTS = 1;',
    "const text = 'anew';",
    '// Reads it again.\nconst ticket = 1;',
  ])('accepts %j', (text) => {
    expect(find(text)).toEqual([]);
  });
});
