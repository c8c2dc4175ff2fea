import { type User } from '@quantalgo/contracts/account/member';
import { flattenSettings } from '@quantalgo/contracts/settings/settings';
import { dayEnd, dayStart, type Zone } from '@quantalgo/contracts/core/time';
import { type DeskFigures, deskFiguresSchema } from '@quantalgo/contracts/settings/desk';
import { payoutSchema } from '@quantalgo/contracts/signals/payout';
import type { Settlement } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { useAt } from '../core/clock';
import { isOfKind, type OutboxItem } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import { useMember } from '../auth/currentSession';
import { isSettledAsSealed, readSince, type SignalDigest } from '../signals/useDigests';
import type { MemberDatabase } from '../database/tables';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { changeSettings, toSettingsView } from './settings';

const WEEKLY_RISK_ROW = 'desk';

const money = z.number().check(z.gte(0));

/** Computed on this device from the member's figures. Money in dollars. */
const weeklyRiskSchema = z.object({
  ...deskFiguresSchema.shape,
  payout: payoutSchema,
  firstStake: money,
  totalStake: money,
  /** Chance of an empty account within a week, 0 to 1. */
  ruinProbability: z.number().check(z.gte(0), z.lte(1)),
});

export type WeeklyRisk = z.infer<typeof weeklyRiskSchema>;

export const readWeeklyRisk = async ({ meta }: MemberDatabase): Promise<WeeklyRisk | null> =>
  weeklyRiskSchema.safeParse(await meta.get(WEEKLY_RISK_ROW)).data ?? null;

export const useWeeklyRisk = (): WeeklyRisk | null | undefined => useStored(readWeeklyRisk);

export const storeWeeklyRisk = (uid: string, week: WeeklyRisk): Promise<unknown> =>
  withDatabase(uid, ({ meta }) => meta.put({ id: WEEKLY_RISK_ROW, ...week }));

const NO_UID = '';

export function useDesk(): DeskFigures | null | undefined {
  const member = useMember();
  const items = useOutbox(member?.id ?? NO_UID);
  if (!member) return null;
  return items && toSettingsView(member, items).desk;
}

/**
 * Applies to all of the member's devices.
 * @param displayed the values that the member saw when making the change
 * @throws Error if nothing can be stored
 */
export const storeDesk = (
  member: Pick<User, 'id'>,
  desk: DeskFigures,
  displayed: DeskFigures | null,
): Promise<void> => changeSettings(member, { desk }, flattenSettings({ desk: displayed }));

/**
 * The latest stop (epoch ms) of the account and of this device's changes. Confirmed changes count
 * too, because no change lifts a stop.
 */
const findStoppedUntil = ({ stoppedUntil }: User, items: readonly OutboxItem[]): number =>
  [
    stoppedUntil,
    ...items.filter(isOfKind('settings')).map((item) => item.content.body.stoppedUntil),
  ]
    .map((until) => (until ? Date.parse(until) : 0))
    .reduce((latest, until) => Math.max(latest, until), 0);

/** Epoch ms; 0 if the member hasn't stopped. */
export function useStoppedUntil(): number {
  const member = useMember();
  const items = useOutbox(member?.id ?? NO_UID);
  return member ? findStoppedUntil(member, items ?? []) : 0;
}

/**
 * Hides signals for the rest of the day and pauses push on all devices. Can't be undone.
 * @param now epoch ms, server clock
 * @throws Error if nothing can be stored
 */
export const stopForToday = (uid: string, now: number, zone: Zone): Promise<void> =>
  changeSettings({ id: uid }, { stoppedUntil: new Date(dayEnd(now, zone)).toISOString() }, {});

const LOSS: Settlement['outcome'] = 'loss';

const isLost = (digest: SignalDigest): boolean =>
  isSettledAsSealed(digest) && digest.ending.outcome === LOSS;

/**
 * `lost`: today's signals that lost on all their levels; 0 while loading and without a desk.
 * `isLimitReached`: `lost` has reached the member's daily limit.
 */
export function useLostToday(zone: Zone): {
  readonly lost: number;
  readonly isLimitReached: boolean;
} {
  const from = useAt((now) => dayStart(now, zone));
  const desk = useDesk();
  const hasDesk = Boolean(desk);
  const result = useStored(
    async (database) => {
      // Every screen calls this hook, so don't follow signals without a desk.
      const digests = hasDesk ? await readSince(database, from) : [];
      return { from, lost: digests.filter(isLost).length };
    },
    [from, hasDesk],
  );
  // Ignores yesterday's result until today's is loaded.
  const lost = result?.from === from ? result.lost : 0;
  return { lost, isLimitReached: desk ? lost >= desk.lostLadders : false };
}
