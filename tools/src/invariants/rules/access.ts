import { accessClaimsSchema, canonicalJson, claimsOf } from '@quantalgo/contracts';
import { accessProblem } from '@quantalgo/functions/domain/access';
import { byId, type Rule } from '../rule';
import { type World } from '../world';

type AccessEvent = World['documents']['accessEvents'][number]['data'];
type State = AccessEvent['after'];

const isSame = (one: State, other: State) =>
  canonicalJson({ ...one }) === canonicalJson({ ...other });

const stateOf = (record: State): State => ({
  tier: record.tier,
  dashboardUnlocked: record.dashboardUnlocked,
  hasDeposited: record.hasDeposited,
  staff: record.staff,
  codeActivated: record.codeActivated,
  accessVersion: record.accessVersion,
});

/** Each member's events, in the order of the versions that they made. */
function histories({ documents: { accessEvents } }: World) {
  const of = new Map<string, AccessEvent[]>();
  for (const { data } of accessEvents) of.set(data.uid, [...(of.get(data.uid) ?? []), data]);
  for (const events of of.values())
    events.sort((a, b) => a.after.accessVersion - b.after.accessVersion);
  return of;
}

/** Which events of one member do not follow each other. */
function gaps(uid: string, events: readonly AccessEvent[]): string[] {
  return events.flatMap(({ before, after }, index) => {
    const last = events[index - 1]?.after;
    const follows = !last || isSame(last, before);
    return follows && after.accessVersion === before.accessVersion + 1
      ? []
      : [
          `the change of ${uid} to version ${after.accessVersion} does not follow the one before it`,
        ];
  });
}

/** What access promises: one truth, mirrored in the claims, each change of it told. */
export const ACCESS: readonly Rule[] = [
  {
    says: 'Claims say what the member’s record says',
    broken: ({ documents: { users }, accounts }) => {
      const records = byId(users);
      return accounts.flatMap(({ uid, claims }) => {
        const record = records.get(uid);
        const held = accessClaimsSchema.safeParse(claims).data;
        const wanted = record && claimsOf(record);
        return canonicalJson(held ? { ...held } : null) ===
          canonicalJson(wanted ? { ...wanted } : null)
          ? []
          : [`the claims of ${uid} are not those of their record`];
      });
    },
  },
  {
    says: 'Changes of access follow each other without a gap',
    broken: (world) => [...histories(world)].flatMap(([uid, events]) => gaps(uid, events)),
  },
  {
    says: 'A member’s access is what its last change made it, the first version where there was none',
    broken: (world) => {
      const events = histories(world);
      return world.documents.users.flatMap(({ id, data }) => {
        const last = events.get(id)?.at(-1)?.after;
        const isTold = last ? isSame(last, stateOf(data)) : data.accessVersion === 1;
        return isTold ? [] : [`users/${id} changed without an event`];
      });
    },
  },
  {
    says: 'Nobody’s access is a state that the product does not have',
    broken: ({ documents: { users } }) =>
      users.flatMap(({ id, data }) => {
        const problem = accessProblem(data);
        return problem === null ? [] : [`users/${id}: ${problem}`];
      }),
  },
  {
    says: 'Since when a member waits for staff is since when their oldest proof waits',
    broken: ({ documents: { users, proofs } }) =>
      users.flatMap(({ id, data }) => {
        const waiting = proofs.filter(
          ({ data: proof }) => proof.uid === id && proof.state === 'waiting',
        );
        const times = waiting.map(({ data: proof }) => proof.createdAt);
        const since = times.length > 0 ? Math.min(...times) : null;
        return since === data.proofWaitingSince ? [] : [`users/${id} waits since another time`];
      }),
  },
];
