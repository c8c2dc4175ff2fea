import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { toCodeCharacters } from '../../src/core/validation';
import { endpoints } from '../../src/allEndpoints';
import { traderIdSchema } from '../../src/submissions/submission';

const getMessage = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('validation messages of other forms (§5)', () => {
  it.each([
    [
      'Confirmation code',
      endpoints.confirmCode.body,
      { email: 'a@b.test', confirmationCode: ' ' },
      'Please enter the confirmation code',
    ],
    [
      'Confirmation code',
      endpoints.confirmCode.body,
      { confirmationCode: 'abc' },
      'Please enter both email and confirmation code',
    ],
    [
      'Confirmation code',
      endpoints.confirmCode.body,
      { email: 'a@b.test', confirmationCode: '12345678' },
      'Invalid confirmation code',
    ],
    ['Login', endpoints.login.body, { email: '', password: '' }, 'Please fill in all fields'],
    [
      'Forgot password',
      endpoints.forgotPassword.body,
      { email: ' ' },
      'Please enter your email address',
    ],
    [
      'Forgot password',
      endpoints.forgotPassword.body,
      { email: 'ada' },
      'Please enter a valid email address',
    ],
    [
      'Reset password',
      endpoints.resetPassword.body,
      { token: 'abc', newPassword: '' },
      'Please fill in all fields',
    ],
    [
      'Reset password',
      endpoints.resetPassword.body,
      { token: 'abc', newPassword: '1234567' },
      'Password must be at least 8 characters long',
    ],
    [
      'Reset password',
      endpoints.resetPassword.body,
      { token: ' ', newPassword: '12345678' },
      'Reset token is missing',
    ],
    ['Trader link', traderIdSchema, '   ', 'Please enter your trader ID'],
  ])('%s', (_form, schema, value, message) => {
    expect(getMessage(schema, value)).toBe(message);
  });
});

describe('access codes', () => {
  it('accept capitals, spaces and dashes', () => {
    const { body } = endpoints.validateDashboardCode;
    expect(body.parse({ dashboardCode: ' AB-cd 23 45 ' })).toEqual({ dashboardCode: 'abcd2345' });
  });

  it('keep up to seven letters and digits, in lower case', () => {
    expect(toCodeCharacters(' 7F-3k2p!9zz')).toBe('7f3k2p9');
  });
});
