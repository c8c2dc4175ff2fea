import * as z from 'zod/mini';
import { tierSchema, type Access } from './tiers';

/** The custom claims that mirror `users/{uid}`; never minted into a custom token, where they would shadow later ones. */
export const accessClaimsSchema = z.object({
  tier: tierSchema,
  unlocked: z.boolean(),
  staff: z.boolean(),
  accessVersion: z.int(),
});
export type AccessClaims = z.infer<typeof accessClaimsSchema>;

/** The claims that a user's record asks for. */
export const claimsOf = (user: Access & { readonly accessVersion: number }): AccessClaims => ({
  tier: user.tier,
  unlocked: user.dashboardUnlocked,
  staff: user.staff,
  accessVersion: user.accessVersion,
});
