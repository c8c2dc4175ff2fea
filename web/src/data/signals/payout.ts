import { STATED_PAYOUT } from '@quantalgo/contracts';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { currentUser } from '../session/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';

const ID = 'payout';

/** Range of a broker's payout, in percent of the stake. */
export const PAYOUT_PERCENT = { least: 10, most: 200 } as const;

const rowSchema = z.object({
  percent: z.number().check(z.gte(PAYOUT_PERCENT.least), z.lte(PAYOUT_PERCENT.most)),
});

/** The payout of the member's broker, in percent; the site's stated one until the member sets theirs. */
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
