import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../endpoint';
import { userSchema } from '../member';
import { registrationSchema } from '../registration';
import {
  confirmationCodeSchema,
  currentPasswordSchema,
  emailField,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  typedCode,
} from '../validation';

const FIELDS_REQUIRED = 'Please fill in all fields';

/** The address of a login, whatever it looks like: one that is none opens nothing. */
const loginEmailSchema = z
  .string(FIELDS_REQUIRED)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, FIELDS_REQUIRED),
    z.maxLength(254, 'Email is invalid'),
  );

export const loginBodySchema = z.strictObject({
  email: loginEmailSchema,
  password: z
    .string(FIELDS_REQUIRED)
    .check(z.minLength(1, FIELDS_REQUIRED), z.maxLength(4096, 'Login failed')),
});

/** What opens a session: `token` is a bearer at once; `customToken` signs the Firebase SDK in. */
export const sessionSchema = z.object({
  token: z.string(),
  customToken: z.string(),
  user: userSchema,
  /** The secret of this device, for the header `X-Device` of its next login. */
  device: z.optional(z.string()),
});

export type SessionData = z.infer<typeof sessionSchema>;

export const authEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    caller: 'public',
    failure: 'Login failed',
    cache: NO_STORE,
    body: loginBodySchema,
    data: sessionSchema,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    caller: 'member',
    failure: 'Logout failed',
    cache: NO_STORE,
    data: z.object({}),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    caller: 'member',
    failure: 'Failed to get user data',
    cache: NO_STORE,
    data: userSchema,
  }),
} as const;

const EMAIL_AND_CODE_REQUIRED = 'Please enter both email and confirmation code';

const EMPTY_DATA = z.object({});

export const signUpEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    caller: 'public',
    failure: 'Registration failed',
    cache: NO_STORE,
    body: registrationSchema,
    data: EMPTY_DATA,
  }),
  confirmCode: endpoint({
    method: 'POST',
    path: '/auth/confirm-code',
    caller: 'public',
    failure: 'Code confirmation failed',
    cache: NO_STORE,
    body: z.strictObject({
      email: emailField(EMAIL_AND_CODE_REQUIRED, 'Email is invalid'),
      confirmationCode: confirmationCodeSchema,
    }),
    data: sessionSchema,
  }),
  sendActivationEmail: endpoint({
    method: 'POST',
    path: '/auth/send-activation-email',
    caller: 'optional',
    failure: 'Failed to send activation email',
    cache: NO_STORE,
    body: z.strictObject({
      email: z.optional(emailField('Email is required', 'Email is invalid')),
    }),
    data: EMPTY_DATA,
  }),
  validateDashboardCode: endpoint({
    method: 'POST',
    path: '/auth/validate-dashboard-code',
    caller: 'member',
    failure: 'Dashboard code validation failed',
    cache: NO_STORE,
    body: z.strictObject({ dashboardCode: typedCode('Please enter your dashboard code') }),
    data: z.object({ dashboardUnlocked: z.boolean() }),
  }),
} as const;

const PASSWORD_FIELDS_REQUIRED = 'Please fill in all fields';

const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`;

const tokenSchema = typedCode('Reset token is missing');

export const passwordsEndpoints = {
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
  verifyResetToken: endpoint({
    method: 'POST',
    path: '/auth/verify-reset-token',
    caller: 'public',
    failure: 'Failed to verify reset token',
    cache: NO_STORE,
    body: z.strictObject({ token: tokenSchema }),
    data: z.object({ email: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    caller: 'public',
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

export const transferEndpoints = {
  transferCode: endpoint({
    method: 'POST',
    path: '/auth/transfer-code',
    caller: 'member',
    failure: 'Failed to make a transfer code',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: z.object({ code: z.string(), expiresAt: z.iso.datetime() }),
  }),
  redeemTransferCode: endpoint({
    method: 'POST',
    path: '/auth/redeem-transfer-code',
    caller: 'public',
    failure: 'Failed to use the transfer code',
    cache: NO_STORE,
    body: z.strictObject({ code: typedCode('Please enter the transfer code') }),
    data: sessionSchema,
  }),
} as const;
