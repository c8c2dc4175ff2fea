import { EVERY_COLLECTION, type CollectionName } from '../src/collections/collections';

export interface Query {
  readonly collection: string;
  readonly equal: readonly string[];
  readonly contains: string | null;
  readonly order: readonly [field: string, direction: 'asc' | 'desc'] | null;
}

/** Parses the registry's form: `uid, state, createdAt asc`. */
function parseQuery(collection: string, text: string): Query {
  const fields = text.split(', ');
  const [, field, direction] = /^(\S+) (asc|desc)$/.exec(fields.at(-1) ?? '') ?? [];
  const order = direction === 'asc' || direction === 'desc' ? direction : null;
  const filters = order === null ? fields : fields.slice(0, -1);
  return {
    collection,
    equal: filters.filter((one) => !one.endsWith('[]')),
    contains: filters.find((one) => one.endsWith('[]'))?.slice(0, -2) ?? null,
    order: order === null || field === undefined ? null : [field, order],
  };
}

export const QUERIES: readonly Query[] = EVERY_COLLECTION.flatMap(
  ([name, { queries = [], member }]) =>
    [...(member?.by === 'uid' ? ['uid'] : []), ...queries].map((one) => parseQuery(name, one)),
);

export const listQueryFields = ({ equal, contains, order }: Query): string[] => [
  ...equal,
  ...(contains === null ? [] : [contains]),
  ...(order ? [order[0]] : []),
];

const BY_UID = EVERY_COLLECTION.flatMap(([name, { member }]) =>
  member?.by === 'uid' ? [name] : [],
);

/**
 * Collections that each file queries. The emulator serves queries without an index, production
 * refuses them: every query must be in the registry.
 */
export const COLLECTIONS_BY_FILE: Readonly<Record<string, readonly CollectionName[]>> = {
  'functions/src/platform/console/alarms.ts': ['mail', 'misses', 'telegramPosts'],
  'functions/src/platform/console/audit.ts': ['accessEvents', 'staffActions'],
  'functions/src/platform/console/codes.ts': ['dashboardCodes'],
  // By the fields of `SEEN_BY_STAFF`, which another test compares with the queries.
  'functions/src/platform/console/overdue.ts': [],
  'functions/src/platform/console/people.ts': ['users'],
  'functions/src/platform/console/systemState.ts': ['misses', 'publications', 'signals'],
  'functions/src/platform/tickets/inbox.ts': ['cannedAnswers', 'tickets'],
  'functions/src/platform/console/userAnchors.ts': ['users'],
  'functions/src/platform/console/userLists.ts': ['proofs', 'registrations', 'users'],
  // By id, of every collection.
  'functions/src/platform/invariants/scan.ts': [],
  'functions/src/platform/journal/journal.ts': ['journal'],
  'functions/src/platform/email/queue.ts': ['mail'],
  // By id.
  'functions/src/platform/network/embeds.ts': [],
  'functions/src/platform/notifications/notifications.ts': ['broadcasts', 'pushes'],
  'functions/src/platform/network/erase.ts': ['messages', 'networkMembers', 'postLikes', 'posts'],
  'functions/src/platform/chat/chat.ts': ['messages', 'users'],
  'functions/src/platform/network/liveFigures.ts': ['posts'],
  'functions/src/platform/live/live.ts': ['liveNotes'],
  'functions/src/platform/live/host.ts': ['liveSessions'],
  'functions/src/platform/live/updates.ts': ['liveNotes', 'liveSessions', 'liveViewers'],
  'functions/src/platform/network/updates.ts': ['messages', 'postLikes', 'posts', 'users'],
  'functions/src/platform/network/moderation.ts': ['postCases', 'postReports'],
  'functions/src/platform/network/presence.ts': ['networkMembers'],
  'functions/src/platform/account/ownDocuments.ts': ['proofs', 'setups', 'tickets'],
  'functions/src/platform/auth/accessClaims.ts': ['users'],
  'functions/src/platform/auth/addressChange.ts': ['mail'],
  'functions/src/platform/auth/endings.ts': BY_UID,
  'functions/src/platform/auth/oneTimeCodes.ts': ['resets', 'transfers'],
  'functions/src/platform/auth/pushSubscriptions.ts': ['pushSubscriptions'],
  'functions/src/platform/auth/registrations.ts': ['registrations'],
  'functions/src/platform/auth/secondFactor.ts': ['users'],
  'functions/src/platform/auth/sessions.ts': ['sessions'],
  'functions/src/platform/privacy/erase.ts': [
    ...BY_UID,
    'deletions',
    'accessEvents',
    'staffActions',
  ],
  'functions/src/platform/privacy/exportAccount.ts': [
    ...BY_UID,
    'journal',
    'mail',
    'messages',
    'posts',
    'proofs',
    'setups',
    'tickets',
  ],
  'functions/src/platform/privacy/exportSignals.ts': ['accessEvents', 'ledger', 'signals'],
  'functions/src/platform/record/log.ts': ['ledger'],
  'functions/src/platform/leaderboard/fold.ts': ['signals'],
  'functions/src/platform/leaderboard/publish.ts': ['publishers'],
  'functions/src/platform/push/broadcast.ts': ['broadcasts', 'pushPacks'],
  'functions/src/platform/push/deliver.ts': ['pushes'],
  'functions/src/platform/push/rebuildPacks.ts': ['pushPacks'],
  'functions/src/platform/push/receipts.ts': ['pushDelays'],
  'functions/src/platform/push/recipients.ts': ['pushPacks'],
  'functions/src/platform/record/checkpointStamps.ts': ['checkpointStamps'],
  'functions/src/platform/record/correct.ts': ['signals'],
  'functions/src/platform/record/heartbeat.ts': ['signals'],
  'functions/src/platform/record/laterCloses.ts': ['signals'],
  'functions/src/platform/record/settle.ts': ['signals'],
  'functions/src/platform/record/signals.ts': ['signals'],
  'functions/src/platform/record/stamps.ts': ['stamps'],
  'functions/src/platform/submissions/case.ts': ['proofs', 'setups'],
  'functions/src/platform/submissions/fingerprints.ts': ['proofFingerprints'],
  'functions/src/platform/submissions/kinds.ts': ['proofs', 'setups'],
  'functions/src/platform/submissions/orphans.ts': ['pictures', 'posts'],
  'functions/src/platform/submissions/queue.ts': ['proofs', 'setups', 'users'],
  'functions/src/platform/submissions/resumeInspections.ts': ['pictures', 'proofs', 'setups'],
  'functions/src/platform/auth/telegramChats.ts': ['telegramChats', 'telegramCodes'],
  'functions/src/platform/telegram/members.ts': ['telegramChats'],
  'functions/src/platform/telegram/posts.ts': ['signals', 'telegramPosts'],
  'web/src/data/network/stream.ts': ['messages', 'posts'],
  'web/src/data/live/stream.ts': ['liveNotes', 'liveSessions'],
  'web/src/data/sync/firestore.ts': ['signals'],
  'web/src/data/sync/ownDocuments.ts': ['proofs', 'pushes', 'setups', 'tickets'],
};

const DIRECTIONS = { asc: 'ASCENDING', desc: 'DESCENDING' } as const;

/** As text; null if single-field indexes suffice. */
export function formatIndex({ collection, equal, contains, order }: Query): string | null {
  const fields = [
    ...[...equal].sort().map((field) => `${field} ASCENDING`),
    ...(contains === null ? [] : [`${contains} CONTAINS`]),
  ];
  if (fields.length + (order ? 1 : 0) < 2) return null;
  return [collection, ...fields, ...(order ? [`${order[0]} ${DIRECTIONS[order[1]]}`] : [])].join();
}
