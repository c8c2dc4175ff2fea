import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { describe, expect, it } from 'vitest';
import { isBreached } from '../../../src/platform/auth/breachedPasswords';
import { newPasswordSchema } from '@quantalgo/contracts/auth/passwordRules';

describe('isBreached', () => {
  it.each(['Passw0rd', 'Password1', 'Letmein1', 'Trustno1', 'Michael1'])(
    'rejects %s although it meets the rules',
    (password) => {
      expect(newPasswordSchema.safeParse(password).success).toBe(true);
      expect(isBreached(password)).toBe(true);
    },
  );

  it.each(['12345678', 'password', 'iloveyou', 'passw0rd', 'qwertyuiop'])(
    'rejects %s, which meets the rules for a reset',
    (password) => {
      const { newPassword } = passwordsEndpoints.resetPassword.body.shape;
      expect(newPassword.safeParse(password).success).toBe(true);
      expect(isBreached(password)).toBe(true);
    },
  );

  it.each(['Trader2026', 'a new one', 'Passw0rd ', ''])('accepts “%s”', (password) => {
    expect(isBreached(password)).toBe(false);
  });
});
