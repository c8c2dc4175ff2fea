import * as z from 'zod/mini';
import { isPrintable } from './printable';

/** A member's full name, trimmed. Emoji, right-to-left text and apostrophes are fine; control characters are not. */
export const fullNameSchema = z
  .string('Full name is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Full name is required', abort: true }),
    z.minLength(3, 'Full name must be at least 3 characters'),
    z.maxLength(120, 'Full name must be at most 120 characters'),
    z.refine(isPrintable, 'Full name must not contain control characters'),
  );
