import * as z from 'zod/mini';
import { setupSchema } from '../setup/setup';
import { memberOfCase } from './memberOfCase';

/** An account setup that waits for staff, or that they decided. */
export const adminSetupSchema = z.object({
  ...setupSchema.shape,
  userId: z.string(),
  /** Path of the proof, an image or a PDF, in the file store, which staff may read. */
  file: z.string(),
});
export type AdminSetup = z.infer<typeof adminSetupSchema>;

/** An account setup with all that staff decides it by. */
export const setupCaseSchema = z.object({
  setup: adminSetupSchema,
  ...memberOfCase.shape,
  /** Setups with the same file, of whomever, and of other members with the same broker account. */
  duplicates: z.array(
    z.object({ kind: z.enum(['file', 'broker account']), setupId: z.string(), userId: z.string() }),
  ),
});
export type SetupCase = z.infer<typeof setupCaseSchema>;
