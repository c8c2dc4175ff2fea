import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { codeField } from '../core/validation';
import { currentPasswordSchema } from './passwordRules';

export const FACTOR_DIGITS = 6;
export const FACTOR_PERIOD_S = 30;

/** Per set, each valid once. 123 bits each, so a plain digest is enough. */
export const RECOVERY_CODE_COUNT = 8;
export const RECOVERY_CODE_LENGTH = 25;

export const FACTOR_FRESH_MS = 15 * 60_000;

/** How long a session has staff rights after the second factor. Repeated in `firestore.rules` and `storage.rules`. */
export const FACTOR_VALID_MS = 12 * 60 * 60_000;

export const FACTOR_SETUP_TTL_MS = 30 * 60_000;

const codeSchema = codeField('Please enter a code');

const recoveryCodesSchema = z.array(z.string());

const secondFactorSchema = z.object({
  confirmedAt: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const secondFactorEndpoints = {
  /** Whether the caller has set up a second factor, and how many recovery codes are left. */
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
   * A new secret for an authenticator, which counts once it is confirmed. Whoever has a second factor must have
   * shown it within a quarter of an hour.
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
   * Confirms the new secret with a code of it, which also passes this session. Recovery codes are shown in this
   * reply and never again; other sessions must show the new factor.
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
  /** Passes this session by a code of the authenticator, or by a recovery code, each once. */
  passSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/pass',
    caller: 'staff',
    secondFactor: 'none',
    failure: 'Failed to check the code',
    cache: NO_STORE,
    body: z.strictObject({ code: codeSchema }),
    data: secondFactorSchema,
  }),
  /** New recovery codes, shown in this reply and never again; those before are void. */
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/recovery-codes',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to make recovery codes',
    cache: NO_STORE,
    data: z.object({ recoveryCodes: recoveryCodesSchema }),
  }),
} as const;
