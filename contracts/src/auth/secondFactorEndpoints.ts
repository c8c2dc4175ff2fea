import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { codeField } from '../core/validation';
import { currentPasswordSchema } from './passwordRules';

export const FACTOR_DIGITS = 6;
export const FACTOR_PERIOD_S = 30;

/** Single-use codes per set. Each has 123 bits of entropy, so a plain digest is enough. */
export const RECOVERY_CODE_COUNT = 8;
export const RECOVERY_CODE_LENGTH = 25;

export const FACTOR_FRESH_TTL_MS = 15 * 60_000;

/**
 * A session's staff rights expire this long after its second factor was verified. Repeated in
 * `firestore.rules` and `storage.rules`.
 */
export const FACTOR_TTL_MS = 12 * 60 * 60_000;

export const FACTOR_SETUP_TTL_MS = 30 * 60_000;

const codeSchema = codeField('Please enter a code');

const recoveryCodesSchema = z.array(z.string());

const secondFactorSchema = z.object({
  confirmedAt: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const secondFactorEndpoints = {
  /** When the caller’s second factor was confirmed, and how many recovery codes are left. */
  secondFactor: endpoint({
    method: 'GET',
    path: '/api/admin/second-factor',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to fetch your second factor',
    cache: NO_STORE,
    data: secondFactorSchema,
  }),
  /**
   * Issues an authenticator secret, valid once confirmed. A caller with a second factor must have
   * verified it in the last 15 minutes.
   */
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to set up the second factor',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: z.object({
      uri: z.string(),
      secret: z.string(),
    }),
  }),
  /**
   * Confirms the new secret, and verifies this session. Returns the recovery codes once. Other
   * sessions must be verified with the new factor.
   */
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/confirm',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to set up the second factor',
    cache: NO_STORE,
    body: z.strictObject({ code: codeSchema }),
    data: z.object({ recoveryCodes: recoveryCodesSchema }),
  }),
  /** Verifies an authenticator or recovery code. Each works once. */
  verifySecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/verify',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to check the code',
    cache: NO_STORE,
    body: z.strictObject({ code: codeSchema }),
    data: secondFactorSchema,
  }),
  /** Replaces the recovery codes and returns the new ones once. */
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/recovery-codes',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to create recovery codes',
    cache: NO_STORE,
    data: z.object({ recoveryCodes: recoveryCodesSchema }),
  }),
} as const;
