import type { PartialFields } from '@quantalgo/contracts/journal/entry';
import * as z from 'zod/mini';
import { useStored, withDatabase } from '../storage/memberDatabase';

const HABIT_ROW = 'journal-habit';

const habitSchema = z.object({
  stake: z.nullable(z.int()),
  broker: z.string(),
});

/** Without the payout, which differs by pair, and without the stakes of higher levels. */
export async function storeHabit(uid: string, fields: PartialFields): Promise<void> {
  const stake = fields.trades?.find(({ level }) => level === 0)?.stake ?? null;
  if (fields.status !== 'taken' || stake === null) return;
  const { broker = '' } = fields;
  await withDatabase(uid, ({ meta }) => meta.put({ id: HABIT_ROW, stake, broker })).catch(
    () => undefined,
  );
}

export const useHabit = (): PartialFields | undefined =>
  useStored(async ({ meta }) => {
    const habit = habitSchema.safeParse(await meta.get(HABIT_ROW)).data;
    if (!habit) return {};
    const { stake, broker } = habit;
    return { broker, trades: [{ level: 0, stake, price: null, at: null, close: null }] };
  });
