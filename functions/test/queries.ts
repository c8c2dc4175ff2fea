/** A query as an index has to serve it. */
interface Query {
  readonly collection: string;
  /** Fields that have to have a value, or one of some. */
  readonly equal: readonly string[];
  /** A field with a list, of whose values one has to be asked for. */
  readonly contains?: string;
  readonly order?: readonly [field: string, direction: 'asc' | 'desc'];
}

const signals = (equal: readonly string[], ...order: [string, 'asc' | 'desc'] | []): Query =>
  order.length === 0 ? { collection: 'signals', equal } : { collection: 'signals', equal, order };

/**
 * Every query of the product, by its file. The emulator answers queries without an index, production refuses them: a
 * query that is written belongs here too.
 */
export const QUERIES: Readonly<Record<string, readonly Query[]>> = {
  'functions/src/platform/account/accessEvents.ts': [
    { collection: 'accessEvents', equal: ['uid'] },
  ],
  'functions/src/platform/account/changeAddress.ts': [{ collection: 'mail', equal: ['to'] }],
  'functions/src/platform/account/deletion.ts': [
    { collection: 'deletions', equal: [], order: ['startedAt', 'asc'] },
  ],
  'functions/src/platform/account/devices.ts': [{ collection: 'devices', equal: ['uid'] }],
  'functions/src/platform/account/erase.ts': ['proofs', 'setups', 'tickets', 'devices'].map(
    (collection) => ({ collection, equal: ['uid'] }),
  ),
  'functions/src/platform/account/exportAccount.ts': ['proofs', 'setups', 'tickets'].map(
    (collection): Query => ({ collection, equal: ['uid'], order: ['createdAt', 'desc'] }),
  ),
  'functions/src/platform/account/exportSignals.ts': [
    { collection: 'ledger', equal: ['slot'] },
    signals([], 'createdAt', 'asc'),
  ],
  'functions/src/platform/account/mails.ts': [
    { collection: 'mail', equal: ['to'] },
    { collection: 'mail', equal: ['uid'] },
  ],
  'functions/src/platform/account/pseudonym.ts': [
    { collection: 'accessEvents', equal: ['uid'] },
    { collection: 'accessEvents', equal: ['by'] },
    { collection: 'staffActions', equal: ['uid'] },
    { collection: 'staffActions', equal: ['by'] },
  ],
  'functions/src/platform/account/remembered.ts': [{ collection: 'idempotency', equal: ['uid'] }],
  'functions/src/platform/admin/accessHistory.ts': [
    { collection: 'accessEvents', equal: ['uid'], order: ['at', 'desc'] },
  ],
  'functions/src/platform/admin/audit.ts': ['accessEvents', 'staffActions'].flatMap((collection) =>
    [['uid'], ['by'], ['by', 'uid'], []].map((equal): Query => ({
      collection,
      equal,
      order: ['at', 'desc'],
    })),
  ),
  'functions/src/platform/admin/cannedAnswers.ts': [
    { collection: 'cannedAnswers', equal: [], order: ['title', 'asc'] },
  ],
  'functions/src/platform/admin/codes.ts': [
    { collection: 'dashboardCodes', equal: [], order: ['issuedAt', 'desc'] },
  ],
  'functions/src/platform/admin/failedMails.ts': [
    { collection: 'mail', equal: ['state'], order: ['updatedAt', 'desc'] },
  ],
  'functions/src/platform/admin/people.ts': [{ collection: 'users', equal: ['email'] }],
  'functions/src/platform/admin/searchUsers.ts': ['email', 'nameLower', 'admissionCode'].map(
    (field): Query => ({ collection: 'users', equal: [field] }),
  ),
  'functions/src/platform/admin/systemState.ts': [
    signals([], 'createdAt', 'desc'),
    { collection: 'misses', equal: [], order: ['slot', 'desc'] },
    { collection: 'publications', equal: [], order: ['day', 'desc'] },
  ],
  'functions/src/platform/admin/ticketInbox.ts': [
    { collection: 'tickets', equal: ['state', 'priority'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/admin/userAnchors.ts': [
    { collection: 'users', equal: [], order: ['createdAt', 'asc'] },
    { collection: 'users', equal: [], order: ['createdAt', 'desc'] },
  ],
  'functions/src/platform/admin/userLists.ts': [
    { collection: 'users', equal: ['tier'], order: ['createdAt', 'desc'] },
    { collection: 'users', equal: ['tier'], order: ['createdAt', 'asc'] },
    { collection: 'users', equal: [], order: ['proofWaitingSince', 'asc'] },
    { collection: 'users', equal: [], order: ['proofWaitingSince', 'desc'] },
    { collection: 'registrations', equal: [], order: ['expireAt', 'desc'] },
    { collection: 'registrations', equal: [], order: ['expireAt', 'asc'] },
    { collection: 'registrations', equal: ['uid'] },
  ],
  'functions/src/platform/ledger/readLedger.ts': [
    { collection: 'ledger', equal: [], order: ['seq', 'asc'] },
  ],
  'functions/src/platform/mail/deliver.ts': [
    { collection: 'mail', equal: [], order: ['dueAt', 'asc'] },
  ],
  'functions/src/platform/proofReview/fingerprints.ts': [
    {
      collection: 'proofFingerprints',
      equal: [],
      contains: 'keys',
      order: ['createdAt', 'desc'],
    },
  ],
  'functions/src/platform/proofReview/noteWaiting.ts': [
    { collection: 'proofs', equal: ['uid', 'state'], order: ['createdAt', 'asc'] },
    { collection: 'proofs', equal: ['state'] },
  ],
  'functions/src/platform/proofReview/queue.ts': [
    { collection: 'proofs', equal: ['state'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/proofReview/readCase.ts': [
    { collection: 'proofs', equal: ['digest'] },
    { collection: 'proofs', equal: ['traderId'] },
    { collection: 'proofs', equal: ['uid'], order: ['createdAt', 'desc'] },
  ],
  'functions/src/platform/push/deliver.ts': [
    { collection: 'pushes', equal: [], order: ['dueAt', 'asc'] },
  ],
  'functions/src/platform/push/devices.ts': [
    { collection: 'pushSubscriptions', equal: ['signals'], order: ['restsUntil', 'asc'] },
  ],
  'functions/src/platform/push/rows.ts': [{ collection: 'pushSubscriptions', equal: ['uid'] }],
  'functions/src/platform/push/shown.ts': [
    { collection: 'pushDelays', equal: [], order: ['day', 'desc'] },
  ],
  'functions/src/platform/push/subscriptions.ts': [
    { collection: 'pushSubscriptions', equal: ['uid'] },
  ],
  'functions/src/platform/record/correct.ts': [signals([], 'createdAt', 'asc')],
  'functions/src/platform/record/settle.ts': [signals(['settlement'], 'createdAt', 'asc')],
  'functions/src/platform/registrations/expire.ts': [
    { collection: 'registrations', equal: [], order: ['expireAt', 'asc'] },
  ],
  'functions/src/platform/resets/resets.ts': [{ collection: 'resets', equal: ['digest'] }],
  'functions/src/platform/setupReview/readCase.ts': [
    { collection: 'setups', equal: ['digest'] },
    { collection: 'setups', equal: ['brokerAccount'] },
  ],
  'functions/src/platform/setupReview/waiting.ts': [
    { collection: 'setups', equal: ['state'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/signals/countSignals.ts': [signals(['settlement']), signals(['seeded'])],
  'functions/src/platform/signals/listSignals.ts': [
    signals([], 'createdAt', 'desc'),
    signals([], 'createdAt', 'asc'),
    signals([], 'updatedAt', 'asc'),
    signals(['audience'], 'createdAt', 'desc'),
    signals(['audience'], 'createdAt', 'asc'),
    signals(['audience'], 'updatedAt', 'asc'),
  ],
  'functions/src/platform/signals/readSettled.ts': [signals([], 'settlement.settledAt', 'desc')],
  'functions/src/platform/timestamps/stamps.ts': [
    { collection: 'stamps', equal: [], order: ['day', 'asc'] },
  ],
  'web/src/data/firestore/own.ts': ['proofs', 'setups', 'tickets'].map((collection): Query => ({
    collection,
    equal: ['uid'],
    order: ['createdAt', 'desc'],
  })),
  'web/src/data/firestore/signals.ts': [
    signals([], 'createdAt', 'desc'),
    signals([], 'updatedAt', 'asc'),
    signals(['audience'], 'createdAt', 'desc'),
    signals(['audience'], 'updatedAt', 'asc'),
  ],
};

const DIRECTIONS = { asc: 'ASCENDING', desc: 'DESCENDING' } as const;

/** The composite index that a query needs, as text; null where the index of the single field serves. */
export function indexFor({ collection, equal, contains, order }: Query): string | null {
  const fields = [
    ...[...equal].sort().map((field) => `${field} ASCENDING`),
    ...(contains === undefined ? [] : [`${contains} CONTAINS`]),
  ];
  if (fields.length + (order ? 1 : 0) < 2) return null;
  return [collection, ...fields, ...(order ? [`${order[0]} ${DIRECTIONS[order[1]]}`] : [])].join();
}
