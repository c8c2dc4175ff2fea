import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { findCodeField } from '../core/findCode';
import { emailField, RESET_TOKEN_LENGTH } from '../core/validation';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './passwordRules';

const PASSWORD_FIELDS_REQUIRED = 'Please fill in all fields';

const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`;

const tokenSchema = findCodeField('Reset token is missing', RESET_TOKEN_LENGTH);

export const passwordsEndpoints = {
  /** Emails a reset link. Same reply for unknown addresses. */
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    caller: 'public',
    failure: 'Failed to send password reset email',
    cache: NO_STORE,
    body: z.strictObject({
      email: emailField('Please enter your email address', 'Please enter a valid email address'),
    }),
    data: z.object({}),
  }),
  /** Checks a reset token without using it up. */
  verifyResetToken: endpoint({
    method: 'POST',
    path: '/auth/verify-reset-token',
    caller: 'public',
    failure: 'Failed to verify reset token',
    cache: NO_STORE,
    body: z.strictObject({ token: tokenSchema }),
    data: z.object({ email: z.string() }),
  }),
  /** Sets a new password with a single-use token and ends all sessions. */
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    caller: 'public',
    remembersDevice: true,
    failure: 'Failed to reset password',
    cache: NO_STORE,
    body: z.strictObject({
      token: tokenSchema,
      newPassword: z
        .string(PASSWORD_FIELDS_REQUIRED)
        .check(
          z.minLength(1, { error: PASSWORD_FIELDS_REQUIRED, abort: true }),
          z.minLength(PASSWORD_MIN_LENGTH, { error: PASSWORD_TOO_SHORT, abort: true }),
          z.maxLength(PASSWORD_MAX_LENGTH, 'Password is too long'),
        ),
    }),
    data: z.object({}),
  }),
} as const;
