import { describe, expect, it } from 'vitest';
import { CONTEXT_WORDS, isGuessable } from '../../../src/domain/auth/guessablePasswords';

describe('isGuessable', () => {
  it.each(['Lumen2026', 'lumen-Signals1', 'Qu4ntAlg0', 'Essential_99', 'Admin123!', '1Staff!2026'])(
    'rejects %s',
    (password) => expect(isGuessable(password, 'Lumen Signals')).toBe(true),
  );

  it.each(['Trader2026', 'Lumenous2026', 'My Lumen lamp 7', '12345678A', ''])(
    'accepts “%s”',
    (password) => expect(isGuessable(password, 'Lumen Signals')).toBe(false),
  );

  it('uses context words in lower case only', () => {
    expect(CONTEXT_WORDS.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
  });
});
