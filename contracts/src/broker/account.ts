import * as z from 'zod/mini';
import { type GrantableTier, TIER_DEPOSITS } from '../access/access';

/**
 * The broker's figures for an account opened through our link. `deposited`: US dollars, net of
 * withdrawals.
 */
export const createBrokerReportSchema = <T extends z.ZodMiniType>(time: T) =>
  z.object({
    traderId: z.string(),
    registeredAt: z.nullable(time),
    depositedAt: z.nullable(time),
    deposited: z.number(),
  });

interface ListedAccount {
  readonly underOurLink: boolean;
  readonly funded: boolean;
  readonly amount: number | null;
}

export function suggestTier(account: ListedAccount | null): GrantableTier | null {
  if (!account?.underOurLink || !account.funded || account.amount === null) return null;
  if (account.amount >= TIER_DEPOSITS.essential) return 'essential';
  return account.amount >= TIER_DEPOSITS.starter ? 'starter' : null;
}
