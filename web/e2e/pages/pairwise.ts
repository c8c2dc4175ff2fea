import { FEATURES, canUseFeature } from '@quantalgo/contracts/access/access';
import type { Case } from './cases';
import { ACCOUNT_OF } from './people';
import { getArrivalPath, type Place, type Role } from './places';

/** How a place distinguishes roles: not at all, by login, by access, or individually. */
function getView({ access, feature }: Place, role: Role): string {
  if (access === 'document') return 'anybody';
  if (role === 'visitor') return role;
  if (feature === undefined) return 'logged in';
  if (FEATURES[feature] === 'guest') return role;
  return canUseFeature(feature, ACCOUNT_OF[role]) ? 'open' : 'locked';
}

/** A key for what is shown: the place as the role sees it, or the place that it redirects to. */
function getLook({ place, role }: Case): string {
  const arrival = getArrivalPath(place, role);
  if (place.access === 'staff' && role !== 'staff' && role !== 'visitor') return 'not found';
  return arrival === place.path ? `${arrival} ${getView(place, role)}` : `led to ${arrival}`;
}

/** Keeps only the first role's cases among roles that see the same. */
function keepDistinct(cases: readonly Case[]): Case[] {
  const seenBy = new Map<string, string>();
  return cases.filter((one) => {
    const { place, role } = one;
    const seer = `${role} at ${place.path}`;
    const look = getLook(one);
    if (!seenBy.has(look)) seenBy.set(look, seer);
    return seenBy.get(look) === seer;
  });
}

/** All pairs of the case's properties. */
function getPairs({ role, place, by, width, theme }: Case): string[] {
  const properties = [`as ${role}`, place.path, by, `${width}`, theme];
  return properties.flatMap((one, index) =>
    properties.slice(index + 1).map((other) => `${one} with ${other}`),
  );
}

/** A small subset of the cases that still covers every distinguishable pair of properties. */
export function pairwise(cases: readonly Case[]): Case[] {
  const distinct = keepDistinct(cases);
  const open = new Set(distinct.flatMap(getPairs));
  const countGain = (one: Case) => getPairs(one).filter((pair) => open.has(pair)).length;
  const chosen: Case[] = [];
  while (open.size > 0) {
    const best = distinct.reduce((a, b) => (countGain(b) > countGain(a) ? b : a));
    for (const pair of getPairs(best)) open.delete(pair);
    chosen.push(best);
  }
  return chosen;
}
