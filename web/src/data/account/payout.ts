import { PAYOUT_RANGE, STATED_PAYOUT, type User } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { useOutbox } from '../outbox/outbox';
import { useMember } from '../session/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { changeSettings, settingsView } from './settings';

/** Range of a broker's payout, in percent of the stake. */
export const PAYOUT_PERCENT = {
  least: PAYOUT_RANGE.least * 100,
  most: PAYOUT_RANGE.most * 100,
} as const;

/** Row of earlier versions, which stored the payout on the device alone. */
const ID = 'payout';

const rowSchema = z.object({
  percent: z.number().check(z.gte(PAYOUT_PERCENT.least), z.lte(PAYOUT_PERCENT.most)),
});

/**
 * The payout of the member's broker, as a share, unsent changes included; the site's stated one until they set theirs.
 */
export function usePayout(): number {
  const member = useMember();
  const items = useOutbox(member?.id ?? '');
  const onDevice = useStored(
    async ({ meta }) => rowSchema.safeParse(await meta.get(ID)).data?.percent ?? null,
  );
  const payout = member ? settingsView(member, items ?? []).payout : STATED_PAYOUT;
  const isSet = payout !== STATED_PAYOUT || typeof onDevice !== 'number';
  return isSet ? payout : onDevice / 100;
}

/**
 * Sets the payout of the member's broker, on all their devices.
 * @param payout as a share: 0.8 is 80 %
 * @param shown the payout on screen
 * @throws Error if nothing can be stored
 */
export async function choosePayout(member: User, payout: number, shown: number): Promise<void> {
  await changeSettings(member, { payout }, { payout: shown });
  await withDatabase(member.id, ({ meta }) => meta.delete(ID));
}
