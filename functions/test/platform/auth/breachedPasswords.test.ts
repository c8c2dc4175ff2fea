import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { describe, expect, it } from 'vitest';
import { isBreached } from '../../../src/platform/auth/breachedPasswords';
import { newPasswordSchema } from '@quantalgo/contracts/auth/passwordRules';

describe('passwords that turn up in data breaches', () => {
  it.each(['Passw0rd', 'Password1', 'Letmein1', 'Trustno1', 'Michael1'])(
    '%s is one, though the rules allow it',
    (password) => {
      expect(newPasswordSchema.safeParse(password).success).toBe(true);
      expect(isBreached(password)).toBe(true);
    },
  );

  it.each(['12345678', 'password', 'iloveyou', 'passw0rd', 'qwertyuiop'])(
    '%s is one, which a reset would take, as it asks for eight characters and no more',
    (password) => {
      const { newPassword } = passwordsEndpoints.resetPassword.body.shape;
      expect(newPassword.safeParse(password).success).toBe(true);
      expect(isBreached(password)).toBe(true);
    },
  );

  it.each(['Trader2026', 'a new one', 'Passw0rd ', ''])('“%s” is none', (password) => {
    expect(isBreached(password)).toBe(false);
  });
});
