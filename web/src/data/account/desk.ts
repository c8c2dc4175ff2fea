import { payoutSchema, type Settlement, type Zone } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { useStored, withDatabase } from '../storage/memberDatabase';

const DESK = 'desk';
const STOP = 'stop';
const DAY_MS = 24 * 60 * 60_000;

const money = z.number().check(z.gte(0));

/** The risk desk on this device: the member's figures, and what they come to. Money in dollars. */
const deskRowSchema = z.object({
  balance: money,
  leastStake: money,
  signalsADay: z.int(),
  lostLadders: z.int(),
  payout: payoutSchema,
  firstStake: money,
  inAll: money,
  /** Chance of an empty account within a week, 0–1. */
  empties: z.number().check(z.gte(0), z.lte(1)),
});

export type DeskRow = z.infer<typeof deskRowSchema>;

const stopRowSchema = z.object({ until: z.number() });

/** The member's risk desk; null while there is none, undefined while it is read. */
export const useDesk = (): DeskRow | null | undefined =>
  useStored(async ({ meta }) => deskRowSchema.safeParse(await meta.get(DESK)).data ?? null);

/** @throws Error if nothing can be stored */
export const storeDesk = (uid: string, row: DeskRow): Promise<unknown> =>
  withDatabase(uid, ({ meta }) => meta.put({ id: DESK, ...row }));

/** Midnight before `now` by the zone's clock, both in epoch ms. */
export function dayStart(now: number, { aheadMs }: Pick<Zone, 'aheadMs'>): number {
  const ahead = aheadMs(now);
  return Math.floor((now + ahead) / DAY_MS) * DAY_MS - ahead;
}

/** Until when (epoch ms) the member stopped; 0 where they did not, undefined while it is read. */
export const useStop = (): number | undefined =>
  useStored(async ({ meta }) => stopRowSchema.safeParse(await meta.get(STOP)).data?.until ?? 0);

/**
 * Stops for the rest of the day: signals stay out of the room, and this device is sent none. Nothing lifts it, a change
 * of the desk neither.
 * @param now epoch ms, the server's clock
 * @throws Error if nothing can be stored
 */
export async function stopForToday(uid: string, now: number, zone: Zone): Promise<void> {
  const until = dayStart(now, zone) + DAY_MS;
  await withDatabase(uid, ({ meta }) => meta.put({ id: STOP, until }));
  await pausePush(until).catch(() => undefined);
}

/** Pauses this device's notifications of signals; without a connection they stay as they are. */
async function pausePush(until: number): Promise<void> {
  const [{ changePush }, { readPushState }] = await Promise.all([
    import('../push/devicePush'),
    import('../push/pushState'),
  ]);
  const { device } = await readPushState();
  if (device) await changePush(device, { pausedUntil: new Date(until).toISOString() });
}

const endedSchema = z.object({ settlement: z.nullable(z.object({ outcome: z.string() })) });

const LOST: Settlement['outcome'] = 'loss';

/** How many signals since `from` (epoch ms) lost all their levels; undefined while it is read. */
export const useLostSince = (from: number): number | undefined =>
  useStored(
    async ({ signals }) => {
      const rows = await signals.where('createdAt').aboveOrEqual(from).toArray();
      return rows.filter((row) => endedSchema.safeParse(row).data?.settlement?.outcome === LOST)
        .length;
    },
    [from],
  );
