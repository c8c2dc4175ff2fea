import * as z from 'zod/mini';

export const slotIdSchema = z
  .string()
  .check(z.regex(/^\d{8}T\d{4}Z$/, 'Not the id of a slot, for example 20261120T1405Z'));
