import { DESK_FIGURES } from '@quantalgo/contracts/settings/desk';
import { computeRuinProbability, type Desk, planLadder } from '@quantalgo/contracts/settings/risk';
import { ignoreExpected } from '../core/faults';
import { withDatabase } from '../storage/memberDatabase';
import { readWeeklyRisk, storeWeeklyRisk, type WeeklyRisk } from './desk';

/** Takes up to a second. */
export function computeWeeklyRisk(desk: Desk): WeeklyRisk {
  const { firstStake, totalStake } = planLadder(desk);
  return {
    ...desk,
    firstStake,
    totalStake,
    ruinProbability: computeRuinProbability({ ...desk, firstStake }),
  };
}

const matchesDesk = (week: WeeklyRisk, figures: Desk): boolean =>
  week.payout === figures.payout && DESK_FIGURES.every((name) => week[name] === figures[name]);

/** Serialises updates, so that each result is computed only once for all cards. */
let lastUpdate: Promise<unknown> = Promise.resolve();

async function update(uid: string, desk: Desk): Promise<void> {
  const stored = await withDatabase(uid, readWeeklyRisk);
  if (!stored || !matchesDesk(stored, desk)) await storeWeeklyRisk(uid, computeWeeklyRisk(desk));
}

export function updateWeeklyRisk(uid: string, desk: Desk): Promise<void> {
  const result = lastUpdate.then(() => update(uid, desk));
  lastUpdate = result.catch(ignoreExpected);
  return result;
}
