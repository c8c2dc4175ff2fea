import { byId, shared, type Rule } from '../rule';
import { type World } from '../world';

const DAY_MS = 24 * 60 * 60_000;

/** Collections whose documents name their member; a push of a signal names none. */
const OWNED = [
  'proofs',
  'setups',
  'tickets',
  'devices',
  'idempotency',
  'admissionCodes',
  'transfers',
  'proofClaims',
  'proofFingerprints',
  'pushSubscriptions',
  'pushes',
] as const;

/** Everything that names its member, as its path and who that is. */
const owned = ({ documents }: World): (readonly [path: string, uid: string])[] =>
  OWNED.flatMap((name) =>
    documents[name].flatMap(({ id, data: { uid } }) =>
      uid === null ? [] : [[`${name}/${id}`, uid] as const],
    ),
  );

/** What members and their accounts promise. */
export const MEMBERS: readonly Rule[] = [
  {
    says: 'Each member has an open account with their address, and an account without a member is closed',
    broken: ({ documents: { users, deletions }, accounts }) => {
      const open = new Map(accounts.map((account) => [account.uid, account]));
      const records = byId(users);
      const leaving = new Set(deletions.map(({ data }) => data.uid));
      const without = users.flatMap(({ id, data }) => {
        const account = open.get(id);
        if (!account) return [`users/${id} has no account`];
        return account.disabled || account.email !== data.email
          ? [`the account of ${id} is closed, or of another address`]
          : [];
      });
      const lone = accounts.filter(
        ({ uid, disabled }) => !disabled && !records.has(uid) && !leaving.has(uid),
      );
      return [...without, ...lone.map(({ uid }) => `the account ${uid} is open and no member’s`)];
    },
  },
  {
    says: 'No two members share an address',
    broken: ({ documents: { users } }) =>
      shared(users.map(({ id, data }) => [data.email.toLowerCase(), id] as const)).map(
        ([, holders]) => `${holders.join(' and ')} have the same address`,
      ),
  },
  {
    says: 'An admission code is its member’s own',
    broken: ({ documents: { users, admissionCodes } }) => {
      const records = byId(users);
      return admissionCodes.flatMap(({ id, data: { uid } }) => {
        const record = records.get(uid);
        return record && record.admissionCode !== id
          ? [`admissionCodes/${id} is not the code of ${uid}`]
          : [];
      });
    },
  },
  {
    says: 'Nothing is kept of members who are gone',
    broken: (world) => {
      const { users, deletions } = world.documents;
      const known = new Set([
        ...users.map(({ id }) => id),
        ...deletions.map(({ data }) => data.uid),
      ]);
      const left = owned(world).filter(([, uid]) => !known.has(uid));
      return left.map(([path]) => `${path} is of a member who is gone`);
    },
  },
  {
    says: 'A deletion that was begun is finished within a day',
    broken: ({ documents: { deletions }, at }) =>
      deletions
        .filter(({ data }) => data.startedAt < at - DAY_MS)
        .map(({ id }) => `deletions/${id} is not finished`),
  },
  {
    says: 'The anchors of the list of users are numbered without a hole, oldest first',
    broken: ({ documents: { userAnchors } }) => {
      const anchors = userAnchors.flatMap(({ id, data }) =>
        'createdAt' in data ? [{ index: Number(id), createdAt: data.createdAt }] : [],
      );
      const head = userAnchors.flatMap(({ data }) => ('anchors' in data ? data.anchors : []));
      const counted = anchors.filter(({ index }) => index < (head[0] ?? 0));
      counted.sort((a, b) => a.index - b.index);
      return counted.flatMap(({ index, createdAt }, place) => {
        const before = counted[place - 1]?.createdAt ?? createdAt;
        return index === place && before <= createdAt
          ? []
          : [`userAnchors/${index} is out of place`];
      });
    },
  },
];
