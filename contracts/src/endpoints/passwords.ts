import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../api/endpoint';
import { typedCode } from '../onboarding/codes';
import { emailField } from '../onboarding/email';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../onboarding/passwords';

const FILL_IN = 'Please fill in all fields';
const TOO_SHORT = `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`;

const tokenSchema = typedCode('Reset token is missing');

export const passwordsEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    caller: 'public',
    summary: 'Mails a link that sets a new password; answers unknown addresses alike',
    failure: 'Failed to send password reset email',
    cache: NO_STORE,
    body: z.strictObject({
      email: emailField('Please enter your email address', 'Please enter a valid email address'),
    }),
    data: z.object({}),
  }),
  verifyResetToken: endpoint({
    method: 'POST',
    path: '/auth/verify-reset-token',
    caller: 'public',
    summary: 'Says whose password a reset token would set; consumes nothing',
    failure: 'Failed to verify reset token',
    cache: NO_STORE,
    body: z.strictObject({ token: tokenSchema }),
    data: z.object({ email: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    caller: 'public',
    summary: 'Sets a new password once and ends all sessions',
    failure: 'Failed to reset password',
    cache: NO_STORE,
    body: z.strictObject({
      token: tokenSchema,
      newPassword: z
        .string(FILL_IN)
        .check(
          z.minLength(1, { error: FILL_IN, abort: true }),
          z.minLength(PASSWORD_MIN_LENGTH, { error: TOO_SHORT, abort: true }),
          z.maxLength(PASSWORD_MAX_LENGTH, 'Password is too long'),
        ),
    }),
    data: z.object({}),
  }),
} as const;
