import { FEATURES, canUseFeature } from '@quantalgo/contracts/access/access';
import type { Case } from './cases';
import { ACCOUNT_OF } from './people';
import { arrivalOf, type Place, type Role } from './places';

/** What a place can tell of somebody: nothing, whether they are signed in, whether it opens to them, or who they are. */
function seenAs({ access, feature }: Place, role: Role): string {
  if (access === 'document') return 'anybody';
  if (role === 'visitor') return role;
  if (feature === undefined) return 'signed in';
  if (FEATURES[feature] === 'guest') return role;
  return canUseFeature(feature, ACCOUNT_OF[role]) ? 'open' : 'locked';
}

/** What there is to be seen: the place, as it shows itself to the role, or where the role is led instead. */
function lookOf({ place, role }: Case): string {
  const arrival = arrivalOf(place, role);
  if (place.access === 'staff' && role !== 'staff' && role !== 'visitor') return 'not found';
  return arrival === place.path ? `${arrival} ${seenAs(place, role)}` : `led to ${arrival}`;
}

/** The cases of whoever is the first to whom their place looks as it does. */
function telling(cases: readonly Case[]): Case[] {
  const seenBy = new Map<string, string>();
  return cases.filter((one) => {
    const { place, role } = one;
    const seer = `${role} at ${place.path}`;
    const look = lookOf(one);
    if (!seenBy.has(look)) seenBy.set(look, seer);
    return seenBy.get(look) === seer;
  });
}

/** Each two properties that stand together in the case. */
function pairsOf({ role, place, by, width, theme }: Case): string[] {
  const properties = [`as ${role}`, place.path, by, `${width}`, theme];
  return properties.flatMap((one, index) =>
    properties.slice(index + 1).map((other) => `${one} with ${other}`),
  );
}

/** Few of the cases, in which still every two properties meet that tell something when they meet. */
export function pairwise(cases: readonly Case[]): Case[] {
  const worth = telling(cases);
  const open = new Set(worth.flatMap(pairsOf));
  const getGain = (one: Case) => pairsOf(one).filter((pair) => open.has(pair)).length;
  const chosen: Case[] = [];
  while (open.size > 0) {
    const best = worth.reduce((a, b) => (getGain(b) > getGain(a) ? b : a));
    for (const pair of pairsOf(best)) open.delete(pair);
    chosen.push(best);
  }
  return chosen;
}
