import { DESK_FIGURES } from '@quantalgo/contracts/settings/desk';
import { computeRuinProbability, type Desk, planLadder } from '@quantalgo/contracts/settings/risk';
import { ignoreExpected } from '../core/faults';
import { withDatabase } from '../storage/memberDatabase';
import { readWeeklyRisk, storeWeeklyRisk, type WeeklyRisk } from './desk';

/** Takes up to a second. */
export function computeWeeklyRisk(desk: Desk): WeeklyRisk {
  const { firstStake, totalStake: inAll } = planLadder(desk);
  return { ...desk, firstStake, inAll, empties: computeRuinProbability({ ...desk, firstStake }) };
}

const isFor = (week: WeeklyRisk, figures: Desk): boolean =>
  week.payout === figures.payout && DESK_FIGURES.every((name) => week[name] === figures[name]);

/** Serialises updates, so that each result is computed only once for all cards. */
let last: Promise<unknown> = Promise.resolve();

async function update(uid: string, desk: Desk): Promise<void> {
  const before = await withDatabase(uid, readWeeklyRisk);
  if (!before || !isFor(before, desk)) await storeWeeklyRisk(uid, computeWeeklyRisk(desk));
}

export function updateWeeklyRisk(uid: string, desk: Desk): Promise<void> {
  const done = last.then(() => update(uid, desk));
  last = done.catch(ignoreExpected);
  return done;
}
