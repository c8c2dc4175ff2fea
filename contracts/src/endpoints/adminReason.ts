import * as z from 'zod/mini';
import { isPrintable } from '../onboarding/printable';

const REASON = 'Please say why';

/** Why something that a member sent is rejected, in a sentence that they read. */
export const rejectionField = z
  .string(REASON)
  .check(
    z.trim(),
    z.minLength(1, { error: REASON, abort: true }),
    z.maxLength(300, 'The reason must be at most 300 characters'),
    z.refine(isPrintable, 'The reason must not contain control characters'),
  );
