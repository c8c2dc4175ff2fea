import { FEATURES, mayUse } from '@quantalgo/contracts';
import type { Case } from './cases';
import { ACCOUNT_OF } from './people';
import { ROLES, type Place, type Role } from './places';

/** What a place can tell of somebody: nothing, whether they are signed in, whether it opens to them, or who they are. */
function seenAs({ access, feature }: Place, role: Role): string {
  if (access === 'document') return 'anybody';
  if (role === 'visitor') return role;
  if (feature === undefined) return 'signed in';
  if (FEATURES[feature] === 'guest') return role;
  return mayUse(feature, ACCOUNT_OF[role]) ? 'open' : 'locked';
}

/** Whether the place looks different to this role than to those before it. */
const isNewLook = (place: Place, role: Role) =>
  !ROLES.slice(0, ROLES.indexOf(role)).some(
    (earlier) => seenAs(place, earlier) === seenAs(place, role),
  );

/** Each two properties that stand together in the case. */
function pairsOf({ role, place, by, width, theme }: Case): string[] {
  const properties = [`as ${role}`, place.path, by, `${width}`, theme];
  return properties.flatMap((one, index) =>
    properties.slice(index + 1).map((other) => `${one} with ${other}`),
  );
}

/** Few of the cases, in which still every two properties meet that tell something when they meet. */
export function pairwise(cases: readonly Case[]): Case[] {
  const telling = cases.filter(({ place, role }) => isNewLook(place, role));
  const open = new Set(telling.flatMap(pairsOf));
  const gainOf = (one: Case) => pairsOf(one).filter((pair) => open.has(pair)).length;
  const chosen: Case[] = [];
  while (open.size > 0) {
    const best = telling.reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a));
    for (const pair of pairsOf(best)) open.delete(pair);
    chosen.push(best);
  }
  return chosen;
}
