import { STATED_PAYOUT } from '@quantalgo/contracts';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { currentUser } from '../session/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';

const ID = 'payout';

/** What a broker may pay for a won stake, in percent of it. */
export const PAYOUT_PERCENT = { least: 10, most: 200 } as const;

const rowSchema = z.object({
  percent: z.number().check(z.gte(PAYOUT_PERCENT.least), z.lte(PAYOUT_PERCENT.most)),
});

/** The payout that the member's broker gives, in percent; the stated one until they say theirs. */
export function usePayout(): readonly [percent: number, keep: (percent: number) => void] {
  const kept = useStored(
    async ({ meta }) => rowSchema.safeParse(await meta.get(ID)).data?.percent ?? null,
  );
  const keep = useCallback((percent: number) => {
    const user = currentUser();
    const row = { id: ID, percent };
    if (user) void withDatabase(user.id, ({ meta }) => meta.put(row));
  }, []);
  return [kept ?? STATED_PAYOUT * 100, keep];
}
