import { GRANTABLE_TIERS, type Tier, TIER_NAMES } from '@quantalgo/contracts/access/access';
import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { useEffect } from 'react';
import { getFactorReason } from '../../data/console/secondFactor';
import { changeAccessUnprompted, searchUsersUnprompted } from '../../data/console/users';
import { serverNow } from '../../data/core/clock';
import { isRejected } from '../../data/core/errors';
import { NO_STAFF_RESULTS, type SearchEntry, type StaffResults } from '../../data/search/entry';

const MIN_QUERY_LENGTH = 3;

const TYPING_PAUSE_MS = 250;

const MAX_MEMBERS = 5;

const toFragment = (name: string, text: string) =>
  `#${new URLSearchParams({ [name]: text }).toString()}`;

function describeMember({ tier, staff, proofWaitingSince }: AdminUser): string {
  const accessName = staff ? 'Staff' : TIER_NAMES[tier];
  return proofWaitingSince === null ? accessName : `${accessName}, proof in review`;
}

const toMemberEntry = (user: AdminUser, query: string): SearchEntry => ({
  id: `member ${user.id}`,
  group: 'Members',
  icon: 'member',
  title: `${user.admissionCode} ${user.fullName}`,
  detail: describeMember(user),
  keywords: `${user.email} ${query}`,
  to: `${PATHS.staffUsers}${toFragment('search', user.admissionCode)}`,
});

function toProofEntries(user: AdminUser): SearchEntry[] {
  if (user.proofWaitingSince === null) return [];
  const waiting = formatRoughDuration(serverNow() - Date.parse(user.proofWaitingSince));
  return [
    {
      id: `proof ${user.id}`,
      group: 'Proofs and tickets',
      icon: 'proof',
      title: `Proof from ${user.fullName}, ${user.admissionCode}`,
      detail: `Waiting ${waiting}`,
      keywords: user.email,
      to: PATHS.staffQueue,
    },
  ];
}

const FACTOR_NEEDED = 'Confirm your second factor in Users first. Nothing was changed.';

function toActionEntry(user: AdminUser, tier: Exclude<Tier, 'guest'>): SearchEntry {
  let current = user;
  // A change that may have been applied keeps its key, so that a retry isn't refused as stale.
  let key = crypto.randomUUID();
  return {
    id: `${tier} ${user.id}`,
    group: 'Do',
    icon: 'action',
    title: `Make ${user.fullName} ${TIER_NAMES[tier]}…`,
    detail: 'Asks you to confirm first',
    keywords: `${user.email} ${user.admissionCode}`,
    confirmPrompt: `Make ${user.fullName} ${TIER_NAMES[tier]}? Press Enter again.`,
    run: async () => {
      try {
        const change = await changeAccessUnprompted(current, tier, 'search', key);
        current = change.row;
        key = crypto.randomUUID();
        return change.stale
          ? 'Someone else changed this member’s access first. Your change was not made.'
          : `${user.fullName} is now ${TIER_NAMES[tier]}`;
      } catch (error) {
        if (getFactorReason(error) !== null) return FACTOR_NEEDED;
        if (isRejected(error)) key = crypto.randomUUID();
        throw error;
      }
    },
  };
}

const toActionEntries = (user: AdminUser): SearchEntry[] => [
  ...(user.staff || !user.confirmed
    ? []
    : GRANTABLE_TIERS.filter((tier) => user.tier !== tier || !user.dashboardUnlocked).map((tier) =>
        toActionEntry(user, tier),
      )),
  {
    id: `audit ${user.id}`,
    group: 'Do',
    icon: 'audit',
    title: `Audit log for ${user.admissionCode}`,
    keywords: `${user.email} ${user.fullName}`,
    to: `${PATHS.staffAudit}${toFragment('user', user.email)}`,
  },
];

function toEntries(users: readonly AdminUser[], query: string): readonly SearchEntry[] {
  const topUsers = users.slice(0, MAX_MEMBERS);
  return [
    ...topUsers.map((user) => toMemberEntry(user, query)),
    ...topUsers.flatMap(toProofEntries),
    // Offer actions only if the query is specific enough.
    ...(users.length <= 2 ? topUsers.slice(0, 1).flatMap(toActionEntries) : []),
  ];
}

/**
 * Searches the server after a pause in typing. Not part of the palette, so that only staff load its
 * code.
 */
export function StaffSearch({
  query,
  onResults,
}: {
  query: string;
  /** Must be the same function on every render. */
  onResults: (results: StaffResults) => void;
}) {
  const text = query.trim();
  useEffect(() => {
    if (text.length < MIN_QUERY_LENGTH) {
      onResults(NO_STAFF_RESULTS);
      return;
    }
    let isStale = false;
    const report = (results: StaffResults) => {
      if (!isStale) onResults(results);
    };
    report({ entries: [], state: 'searching' });
    const timer = setTimeout(() => {
      searchUsersUnprompted(text).then(
        (users) => report({ entries: toEntries(users, text), state: 'ready' }),
        (error: unknown) =>
          report({
            entries: [],
            state: getFactorReason(error) === null ? 'failed' : 'needs-factor',
          }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [text, onResults]);
  return null;
}
