import * as z from 'zod/mini';
import { isPrintable } from '../onboarding/printable';

const REASON = 'Please say why';

/** What staff can grant. */
export const grantedTier = z.enum(['starter', 'essential'], 'tier must be starter or essential');

/** Approves what a member sent, which grants them a tier. */
export const approvalBody = z.strictObject({ tier: grantedTier });

/** Why something that a member sent is rejected, in a sentence that they read. */
export const rejectionField = z
  .string(REASON)
  .check(
    z.trim(),
    z.minLength(1, { error: REASON, abort: true }),
    z.maxLength(300, 'The reason must be at most 300 characters'),
    z.refine(isPrintable, 'The reason must not contain control characters'),
  );

/** Rejects what a member sent. */
export const rejectionBody = z.strictObject({ reason: rejectionField });
