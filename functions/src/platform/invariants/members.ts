import { accessClaimsSchema, toAccessClaims } from '@quantalgo/contracts/access/access';
import { MAX_PINNED_NOTES } from '@quantalgo/contracts/chat/pinnedNotes';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { canonicalJson } from '@quantalgo/contracts/record/ledger/entry';
import type { Owner } from '../../collections/collection';
import { EVERY_COLLECTION } from '../../collections/collections';
import { findBrokenAccessRule } from '../../domain/access/access';
import { indexById, findFaults, type Rule, findShared, type Snapshot } from './snapshot';

type AccessEventDocument = Snapshot['documents']['accessEvents'][number]['data'];
type AccessState = AccessEventDocument['after'];

const isSameState = (a: AccessState, b: AccessState) =>
  canonicalJson({ ...a }) === canonicalJson({ ...b });

const toAccessState = (record: AccessState): AccessState => ({
  tier: record.tier,
  dashboardUnlocked: record.dashboardUnlocked,
  hasDeposited: record.hasDeposited,
  staff: record.staff,
  codeActivated: record.codeActivated,
  accessVersion: record.accessVersion,
});

function groupHistories({ documents: { accessEvents } }: Snapshot) {
  const eventsByMember = new Map<string, AccessEventDocument[]>();
  for (const { data } of accessEvents)
    eventsByMember.set(data.uid, [...(eventsByMember.get(data.uid) ?? []), data]);
  for (const events of eventsByMember.values())
    events.sort((a, b) => a.after.accessVersion - b.after.accessVersion);
  return eventsByMember;
}

function findGaps(uid: string, events: readonly AccessEventDocument[]): string[] {
  return events.flatMap(({ before, after }, index) => {
    const lastState = events[index - 1]?.after;
    const isConsecutive = !lastState || isSameState(lastState, before);
    return isConsecutive && after.accessVersion === before.accessVersion + 1
      ? []
      : [`access change ${after.accessVersion} of ${uid} doesn’t follow the previous one`];
  });
}

export const ACCESS_RULES: readonly Rule[] = [
  {
    description: 'Each account’s claims match the member’s record',
    scope: 'member',
    violations: ({ documents: { users }, accounts }) => {
      const records = indexById(users);
      return accounts.flatMap(({ uid, claims }) => {
        const record = records.get(uid);
        const actual = accessClaimsSchema.safeParse(claims).data;
        const expected = record && toAccessClaims(record);
        return canonicalJson(actual ? { ...actual } : null) ===
          canonicalJson(expected ? { ...expected } : null)
          ? []
          : [`the claims of ${uid} don’t match their record`];
      });
    },
  },
  {
    description: 'Each access change starts from the state that the previous one left',
    scope: 'member',
    violations: (snapshot) =>
      [...groupHistories(snapshot)].flatMap(([uid, events]) => findGaps(uid, events)),
  },
  {
    description:
      'A member’s access is as the last change left it, or at version 1 if it never changed',
    scope: 'member',
    violations: (snapshot) => {
      const events = groupHistories(snapshot);
      return findFaults('users', snapshot.documents.users, (data, id) => {
        const lastState = events.get(id)?.at(-1)?.after;
        const isConsistent = lastState
          ? isSameState(lastState, toAccessState(data))
          : data.accessVersion === 1;
        return isConsistent ? null : 'changed without an event';
      });
    },
  },
  {
    description: 'Each member’s access is a valid combination',
    scope: 'document',
    violations: ({ documents: { users } }) =>
      findFaults('users', users, (data) => {
        const problem = findBrokenAccessRule(data);
        return problem && `has invalid access: ${problem}`;
      }),
  },
  {
    description: 'A member’s record has the time of their oldest undecided proof',
    scope: 'member',
    violations: ({ documents: { users, proofs } }) =>
      findFaults('users', users, ({ proofWaitingSince }, id) => {
        const waiting = proofs.filter(
          ({ data: { uid, state } }) => uid === id && (state === 'checking' || state === 'waiting'),
        );
        const times = waiting.map(({ data: { createdAt } }) => createdAt);
        const since = times.length > 0 ? Math.min(...times) : null;
        return since === (proofWaitingSince ?? null) ? null : 'has the wrong proofWaitingSince';
      }),
  },
];

const IDENTIFYING_OWNERS: readonly Owner[] = ['id', 'uid', 'address'];

const OWNED_COLLECTIONS = EVERY_COLLECTION.flatMap(([name, { member }]) => {
  const isDeleted = member?.erase === 'delete' || member?.erase === 'after proofs';
  return isDeleted && IDENTIFYING_OWNERS.includes(member.by) ? [{ name, by: member.by }] : [];
});

const listOwnedData = ({ documents }: Snapshot): (readonly [path: string, uid: string])[] => [
  ...OWNED_COLLECTIONS.flatMap(({ name, by }) =>
    documents[name].flatMap(({ id, data }) => {
      if (by === 'id') return [[`${name}/${id}`, id] as const];
      return 'uid' in data && typeof data.uid === 'string'
        ? [[`${name}/${id}`, data.uid] as const]
        : [];
    }),
  ),
  ...documents.pushPacks.flatMap(({ id, data }) =>
    Object.values(data.devices).map(({ uid }) => [`pushPacks/${id}`, uid] as const),
  ),
];

export const MEMBER_RULES: readonly Rule[] = [
  {
    description:
      'Each member has one address, one credential and one account. Nobody else has any.',
    scope: 'member',
    violations: ({ documents: { users, addresses, credentials, deletions }, accounts }) => {
      const knownUids = new Set([
        ...users.map(({ id }) => id),
        ...deletions.map(({ data }) => data.uid),
      ]);
      const holders: readonly (readonly [item: string, uids: readonly string[]])[] = [
        ['addresses', addresses.map(({ data }) => data.uid)],
        ['credentials', credentials.map(({ id }) => id)],
        ['accounts', accounts.map(({ uid }) => uid)],
      ];
      return holders.flatMap(([item, uids]) => [
        ...users.flatMap(({ id }) => {
          const count = uids.filter((uid) => uid === id).length;
          return count === 1 ? [] : [`users/${id} has ${count} ${item} instead of 1`];
        }),
        ...uids
          .filter((uid) => !knownUids.has(uid))
          .map((uid) => `${uid} has ${item} but isn’t a member`),
      ]);
    },
  },
  {
    description: 'Firebase Auth stores no email addresses',
    scope: 'document',
    violations: ({ accounts }) =>
      accounts.flatMap(({ uid, email }) =>
        email === null ? [] : [`${uid} has an email address in Firebase Auth`],
      ),
  },
  {
    description: 'No two members have the same email address',
    scope: 'address',
    violations: ({ documents: { users } }) =>
      findShared(users.map(({ id, data }) => [data.email.toLowerCase(), id] as const)).map(
        ([, holders]) => `${holders.join(' and ')} have the same email address`,
      ),
  },
  {
    description: 'An admission code belongs to the member whose record has it',
    scope: 'member',
    violations: ({ documents: { users, admissionCodes } }) => {
      const records = indexById(users);
      return findFaults('admissionCodes', admissionCodes, ({ uid }, id) => {
        const code = records.get(uid)?.admissionCode ?? id;
        return code === id ? null : `is not the code of ${uid}`;
      });
    },
  },
  {
    description: 'No data remains of members who no longer exist',
    scope: 'member',
    violations: (snapshot) => {
      const { users, deletions } = snapshot.documents;
      const knownUids = new Set([
        ...users.map(({ id }) => id),
        ...deletions.map(({ data }) => data.uid),
      ]);
      const orphans = listOwnedData(snapshot).filter(([, uid]) => !knownUids.has(uid));
      return orphans.map(([path]) => `${path} belongs to a member who no longer exists`);
    },
  },
  {
    description:
      'Each journal entry has its own sequence number. The head has the last one and the count.',
    scope: 'member',
    violations: ({ documents: { journal, journalHeads } }) => {
      const heads = indexById(journalHeads);
      const seqs = journal.map(({ id, data }) => [`${data.uid} ${data.seq}`, id] as const);
      const lateEntries = findFaults('journal', journal, ({ uid, seq }) =>
        seq <= (heads.get(uid)?.seq ?? 0) ? null : 'has a sequence number beyond the head’s',
      );
      const miscounted = findFaults('journalHeads', journalHeads, ({ entries }, id) =>
        journal.filter(({ data }) => data.uid === id).length === entries
          ? null
          : 'has the wrong entry count',
      );
      const duplicates = findShared(seqs).map(
        ([key]) => `several entries have the same sequence number: ${key}`,
      );
      return [...lateEntries, ...miscounted, ...duplicates];
    },
  },
  {
    description: 'A deleted or removed post has no author and no content',
    scope: 'document',
    violations: ({ documents }) =>
      (['posts', 'messages'] as const).flatMap((collection) =>
        findFaults(
          collection,
          documents[collection],
          ({ gone, uid, name, text, signal, picture }) =>
            gone === null ||
            (uid === null && name === '' && text === '' && signal === null && picture === null)
              ? null
              : 'is gone but still has an author or content',
        ),
      ),
  },
  {
    description: 'Pinned messages match the notes on the boards and name nobody',
    scope: 'record',
    violations: ({ documents: { rooms, messages } }) => {
      const notes = rooms.flatMap(({ data }) => ('board' in data ? data.board.notes : []));
      const pinned = messages.filter(({ data }) => data.pinned === true);
      const pinnedById = indexById(pinned);
      const textsOnBoard = new Map(notes.map(({ id, text }) => [id, text]));
      const missingMessages = notes.flatMap(({ id, text }) =>
        pinnedById.get(id)?.text === text ? [] : [`note ${id} on the board matches no message`],
      );
      const faults = findFaults('messages', pinned, ({ uid, gone, text }, id) => {
        if (uid !== null) return 'names the person who pinned it';
        return gone === null && textsOnBoard.get(id) !== text ? 'matches no note on a board' : null;
      });
      const excess =
        notes.length > MAX_PINNED_NOTES ? [`too many pinned notes: ${notes.length}`] : [];
      return [...missingMessages, ...faults, ...excess];
    },
  },
  {
    description: 'A removed live-session note has no author and no text',
    scope: 'document',
    violations: ({ documents: { liveNotes } }) =>
      findFaults('liveNotes', liveNotes, ({ gone, uid, content }) =>
        gone === null || (uid === null && content.text === '')
          ? null
          : 'is gone but still has an author or text',
      ),
  },
  {
    description: 'Account deletions finish within a day',
    scope: 'document',
    violations: ({ documents: { deletions }, at }) =>
      findFaults('deletions', deletions, ({ startedAt }) =>
        startedAt < at - DAY_MS ? 'has not finished' : null,
      ),
  },
  {
    description: 'The user list’s anchors are numbered without gaps, oldest first',
    scope: 'record',
    violations: ({ documents: { userAnchors } }) => {
      const anchors = userAnchors.flatMap(({ id, data }) =>
        'createdAt' in data ? [{ index: Number(id), createdAt: data.createdAt }] : [],
      );
      const head = userAnchors.flatMap(({ data }) => ('anchors' in data ? data.anchors : []));
      const countedAnchors = anchors.filter(({ index }) => index < (head[0] ?? 0));
      countedAnchors.sort((a, b) => a.index - b.index);
      return countedAnchors.flatMap(({ index, createdAt }, place) => {
        const previousTime = countedAnchors[place - 1]?.createdAt ?? createdAt;
        return index === place && previousTime <= createdAt
          ? []
          : [`userAnchors/${index} is out of place`];
      });
    },
  },
];
