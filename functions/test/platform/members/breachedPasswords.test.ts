import { newPasswordSchema } from '@quantalgo/contracts';
import { describe, expect, it } from 'vitest';
import { isBreached } from '../../../src/platform/members/breachedPasswords';

describe('passwords that turn up in data breaches', () => {
  it.each(['Passw0rd', 'Password1', 'Letmein1', 'Trustno1', 'Michael1'])(
    '%s is one, though the rules allow it',
    (password) => {
      expect(newPasswordSchema.safeParse(password).success).toBe(true);
      expect(isBreached(password)).toBe(true);
    },
  );

  it.each(['Trader2026', 'passw0rd', 'Passw0rd ', ''])('“%s” is none', (password) => {
    expect(isBreached(password)).toBe(false);
  });
});
