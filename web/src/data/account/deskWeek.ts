import {
  chanceOfEmptyAccount,
  type Desk,
  DESK_FIGURES,
  ladderPlan,
  type User,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { itemsOf } from '../outbox/outbox';
import { withDatabase } from '../storage/memberDatabase';
import { type DeskWeek, stopUntil, storeDesk, storeWeek, weekIn } from './desk';
import { settingsView } from './settings';

/** What a member's figures come to. Takes up to a second. */
export function weekOf(desk: Desk): DeskWeek {
  const { firstStake, inAll } = ladderPlan(desk);
  return { ...desk, firstStake, inAll, empties: chanceOfEmptyAccount({ ...desk, firstStake }) };
}

const isOf = (week: DeskWeek, figures: Desk): boolean =>
  week.payout === figures.payout && DESK_FIGURES.every((name) => week[name] === figures[name]);

/** Every card asks, but each answer is reckoned once. */
let last: Promise<unknown> = Promise.resolve();

async function reckon(uid: string, desk: Desk): Promise<void> {
  const before = await withDatabase(uid, weekIn);
  if (!before || !isOf(before, desk)) await storeWeek(uid, weekOf(desk));
}

/** Reckons what a member's figures come to, for the cards of this device. @throws Error if nothing can be stored */
export function reckonWeek(uid: string, desk: Desk): Promise<void> {
  const done = last.then(() => reckon(uid, desk));
  last = done.catch(() => undefined);
  return done;
}

/** Row of earlier versions, in which a stop held on this device alone. */
const STOP = 'stop';

const stopRowSchema = z.object({ until: z.number() });

/**
 * Moves figures and a stop that an earlier version stored on this device alone into the account; figures only where it
 * has none.
 * @param now epoch ms, the server's clock
 */
export async function adoptDesk(member: User, now: number): Promise<void> {
  const [week, stop] = await withDatabase(member.id, (database) =>
    Promise.all([weekIn(database), database.meta.get(STOP)]),
  );
  if (week && settingsView(member, await itemsOf(member.id)).desk === null) {
    const { balance, leastStake, signalsADay, lostLadders } = week;
    await storeDesk(member, { balance, leastStake, signalsADay, lostLadders }, null);
  }
  const { until = 0 } = stopRowSchema.safeParse(stop).data ?? {};
  if (until > now) await stopUntil(member.id, until);
  if (stop) await withDatabase(member.id, ({ meta }) => meta.delete(STOP));
}
