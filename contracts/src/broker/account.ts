import * as z from 'zod/mini';
import { TIER_DEPOSITS } from '../access/access';

/** What the broker reported of the account that a member opened through our link. US dollars, less withdrawals. */
export const buildBrokerReport = <T extends z.ZodMiniType>(time: T) =>
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

/** The tier that the broker's own figures support; null if they support none. */
export function suggestTier(account: ListedAccount | null): 'starter' | 'essential' | null {
  if (!account?.underOurLink || !account.funded || account.amount === null) return null;
  if (account.amount >= TIER_DEPOSITS.essential) return 'essential';
  return account.amount >= TIER_DEPOSITS.starter ? 'starter' : null;
}
