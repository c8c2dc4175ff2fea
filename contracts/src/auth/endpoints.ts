import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { cleanEmail, EMAIL_MAX_LENGTH } from '../core/identity';
import { userSchema } from '../account/member';
import { END_SESSION_PATH } from '../core/paths';
import { findCodeField } from '../core/findCode';
import { confirmationCodeSchema, emailField, LONG_CODE_LENGTH } from '../core/validation';
import { currentPasswordSchema, PASSWORD_MAX_LENGTH } from './passwordRules';

const FIELDS_REQUIRED = 'Please fill in all fields';

/** Not validated, because a malformed address simply matches no account. */
const loginEmailSchema = z
  .string(FIELDS_REQUIRED)
  .check(
    z.overwrite(cleanEmail),
    z.minLength(1, FIELDS_REQUIRED),
    z.maxLength(EMAIL_MAX_LENGTH, 'Email is invalid'),
  );

export const loginBodySchema = z.strictObject({
  email: loginEmailSchema,
  password: z
    .string(FIELDS_REQUIRED)
    .check(z.minLength(1, FIELDS_REQUIRED), z.maxLength(PASSWORD_MAX_LENGTH, 'Login failed')),
});

export const sessionSchema = z.object({
  token: z.string(),
  customToken: z.string(),
  user: userSchema,
  /** Secret for the `X-Device` header of this device's next login. */
  device: z.optional(z.string()),
  /** Ends only this session. A device that logged out offline sends it once it is online again. */
  logoutProof: z.string(),
});

export type SessionData = z.infer<typeof sessionSchema>;

/** A session id and its keyed digest. */
const LOGOUT_PROOF_PATTERN = /^[\w-]{20,64}\.[\w-]{43}$/;

const INVALID_PROOF = 'Invalid logout proof';

const EMAIL_AND_CODE_REQUIRED = 'Please enter both email and confirmation code';

export const authEndpoints = {
  /** Logs a confirmed member in. */
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    caller: 'public',
    session: 'opens',
    failure: 'Login failed',
    cache: NO_STORE,
    body: loginBodySchema,
    data: sessionSchema,
  }),
  /** Confirms the account that the code was sent to and opens a session. */
  confirmCode: endpoint({
    method: 'POST',
    path: '/auth/confirm-code',
    caller: 'public',
    session: 'opens',
    failure: 'Code confirmation failed',
    cache: NO_STORE,
    body: z.strictObject({
      email: emailField(EMAIL_AND_CODE_REQUIRED, 'Email is invalid'),
      confirmationCode: confirmationCodeSchema,
    }),
    data: sessionSchema,
  }),
  /** Issues a short single-use code that logs this member in on another device. Not for staff. */
  transferCode: endpoint({
    method: 'POST',
    path: '/auth/transfer-code',
    caller: 'member',
    failure: 'Failed to create a transfer code',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: z.object({ code: z.string(), expiresAt: z.iso.datetime() }),
  }),
  /** Opens a session with a transfer code. */
  redeemTransferCode: endpoint({
    method: 'POST',
    path: '/auth/redeem-transfer-code',
    caller: 'public',
    session: 'opens',
    failure: 'Failed to use the transfer code',
    cache: NO_STORE,
    body: z.strictObject({
      code: findCodeField('Please enter the transfer code', LONG_CODE_LENGTH),
    }),
    data: sessionSchema,
  }),
  /** The session’s member. */
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    caller: 'member',
    passwordless: true,
    failure: 'Failed to get user data',
    cache: NO_STORE,
    data: userSchema,
  }),
  /** Unlocks the dashboard with a code that staff issued to this member. */
  validateDashboardCode: endpoint({
    method: 'POST',
    path: '/auth/validate-dashboard-code',
    caller: 'member',
    failure: 'Dashboard code validation failed',
    cache: NO_STORE,
    body: z.strictObject({
      dashboardCode: findCodeField('Please enter your dashboard code', LONG_CODE_LENGTH),
    }),
    data: z.object({ dashboardUnlocked: z.boolean() }),
  }),
  /** Ends the caller’s session. */
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    caller: 'member',
    passwordless: true,
    session: 'ends',
    failure: 'Logout failed',
    cache: NO_STORE,
    data: z.object({}),
  }),
  /**
   * Ends the session of a device that logged out offline, by its stored proof. Same reply for any
   * other proof.
   */
  endSession: endpoint({
    method: 'POST',
    path: END_SESSION_PATH,
    caller: 'public',
    failure: 'Logout failed',
    cache: NO_STORE,
    body: z.strictObject({
      proof: z.string(INVALID_PROOF).check(z.regex(LOGOUT_PROOF_PATTERN, INVALID_PROOF)),
    }),
    data: z.object({}),
  }),
} as const;
