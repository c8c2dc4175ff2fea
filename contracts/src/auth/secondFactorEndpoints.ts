import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { currentPasswordSchema, typedCode } from '../core/validation';

/** Digits of an authenticator's code, and the seconds until the next one. */
export const FACTOR_DIGITS = 6;
export const FACTOR_PERIOD_S = 30;

/** Recovery codes per set, each valid once, for staff who lost their authenticator: 123 bits, so that a digest will do. */
export const RECOVERY_CODES = 8;
export const RECOVERY_CODE_LENGTH = 25;

/** How long (ms) sensitive actions are allowed after the second factor was shown. */
export const FACTOR_FRESH_MS = 15 * 60_000;

/** How long (ms) a session acts as staff after the second factor was shown; `firestore.rules` and `storage.rules` say so too. */
export const FACTOR_VALID_MS = 12 * 60 * 60_000;

/** How long (ms) a new secret is pending until its first code. */
export const FACTOR_PENDING_MS = 30 * 60_000;

const code = typedCode('Please enter a code');

const recoveryCodes = z.array(z.string());

const secondFactorSchema = z.object({
  /** When it was set up; null where none is. */
  confirmedAt: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const secondFactorEndpoints = {
  secondFactor: endpoint({
    method: 'GET',
    path: '/api/admin/second-factor',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to fetch your second factor',
    cache: NO_STORE,
    data: secondFactorSchema,
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to set up the second factor',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: z.object({
      /** The content of the QR code for authenticators: `otpauth://…`. */
      uri: z.string(),
      /** The same secret for typing, in Base32. */
      secret: z.string(),
    }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/confirm',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to set up the second factor',
    cache: NO_STORE,
    body: z.strictObject({ code }),
    data: z.object({ recoveryCodes }),
  }),
  passSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/pass',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to check the code',
    cache: NO_STORE,
    body: z.strictObject({ code }),
    data: secondFactorSchema,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/recovery-codes',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to make recovery codes',
    cache: NO_STORE,
    data: z.object({ recoveryCodes }),
  }),
} as const;
