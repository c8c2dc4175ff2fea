import { settingValuesOf, type User } from '@quantalgo/contracts/account/member';
import { dayEnd, dayStart, type Zone } from '@quantalgo/contracts/core/time';
import { type DeskFigures, deskFiguresSchema } from '@quantalgo/contracts/settings/desk';
import { payoutSchema } from '@quantalgo/contracts/signals/payout';
import type { Settlement } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { useAt } from '../core/clock';
import { isOfKind, type OutboxItem } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import { useMember } from '../auth/currentSession';
import { readSince } from '../signals/useDigests';
import type { MemberDatabase } from '../storage/database';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { changeSettings, settingsView } from './settings';

const WEEK = 'desk';

const money = z.number().check(z.gte(0));

/**
 * What a member's figures come to, as reckoned on this device. Money in dollars. Versions before kept the figures
 * themselves here alone.
 */
const weeklyRiskSchema = z.object({
  ...deskFiguresSchema.shape,
  payout: payoutSchema,
  firstStake: money,
  inAll: money,
  /** Chance of an empty account within a week, 0–1. */
  empties: z.number().check(z.gte(0), z.lte(1)),
});

export type WeeklyRisk = z.infer<typeof weeklyRiskSchema>;

/** The weekly risk that this device computed last; null before the first time. */
export const readWeeklyRisk = async ({ meta }: MemberDatabase): Promise<WeeklyRisk | null> =>
  weeklyRiskSchema.safeParse(await meta.get(WEEK)).data ?? null;

/** What this device reckoned last; null where it did not yet, undefined while it is read. */
export const useWeeklyRisk = (): WeeklyRisk | null | undefined => useStored(readWeeklyRisk);

/** @throws Error if nothing can be stored */
export const storeWeeklyRisk = (uid: string, week: WeeklyRisk): Promise<unknown> =>
  withDatabase(uid, ({ meta }) => meta.put({ id: WEEK, ...week }));

const NOBODY = '';

/** The member's figures, unsent changes included; null where they gave none, undefined while they are read. */
export function useDesk(): DeskFigures | null | undefined {
  const member = useMember();
  const items = useOutbox(member?.id ?? NOBODY);
  if (!member) return null;
  return items && settingsView(member, items).desk;
}

/**
 * Sets the member's figures, on all their devices.
 * @param before those that they saw when they made the change
 * @throws Error if nothing can be stored
 */
export const storeDesk = (
  member: Pick<User, 'id'>,
  desk: DeskFigures,
  before: DeskFigures | null,
): Promise<void> => changeSettings(member, { desk }, settingValuesOf({ desk: before }));

/** The latest stop (epoch ms) of the account and of this device's changes, answered ones too: none lifts another. */
const stopOf = ({ stoppedUntil }: User, items: readonly OutboxItem[]): number =>
  [
    stoppedUntil,
    ...items.filter(isOfKind('settings')).map((item) => item.content.body.stoppedUntil),
  ]
    .map((until) => (until ? Date.parse(until) : 0))
    .reduce((latest, until) => Math.max(latest, until), 0);

/** Until when (epoch ms) the member stopped, on whichever device; 0 where they did not. */
export function useStop(): number {
  const member = useMember();
  const items = useOutbox(member?.id ?? NOBODY);
  return member ? stopOf(member, items ?? []) : 0;
}

/**
 * Stops for the rest of the day: signals stay out of the room, and no device is sent any. Nothing lifts it, a change
 * of the desk neither.
 * @param now epoch ms, the server's clock
 * @throws Error if nothing can be stored
 */
export const stopForToday = (uid: string, now: number, zone: Zone): Promise<void> =>
  changeSettings({ id: uid }, { stoppedUntil: new Date(dayEnd(now, zone)).toISOString() }, {});

const LOST: Settlement['outcome'] = 'loss';

/**
 * How many signals of today lost all their levels, 0 while it is read and for who has no desk; and whether as many end the
 * member's day.
 */
export function useLostToday(zone: Zone): { readonly lost: number; readonly endsDay: boolean } {
  const from = useAt((now) => dayStart(now, zone));
  const desk = useDesk();
  const hasDesk = Boolean(desk);
  const found = useStored(
    async (database) => {
      // Every screen asks: without a desk none of them follows the signals.
      const digests = hasDesk ? await readSince(database, from) : [];
      return { from, lost: digests.filter(({ ending }) => ending?.outcome === LOST).length };
    },
    [from, hasDesk],
  );
  // What was read for the day before stands until the new day's is there.
  const lost = found?.from === from ? found.lost : 0;
  return { lost, endsDay: desk ? lost >= desk.lostLadders : false };
}
