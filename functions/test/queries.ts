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
  'functions/src/platform/console/audit.ts': [
    { collection: 'accessEvents', equal: ['uid'], order: ['at', 'desc'] },
    ...['accessEvents', 'staffActions'].flatMap((collection) =>
      [['uid'], ['by'], ['by', 'uid'], []].map((equal): Query => ({
        collection,
        equal,
        order: ['at', 'desc'],
      })),
    ),
  ],
  'functions/src/platform/console/codes.ts': [
    { collection: 'dashboardCodes', equal: [], order: ['issuedAt', 'desc'] },
  ],
  'functions/src/platform/console/failedMails.ts': [
    { collection: 'mail', equal: ['state'], order: ['updatedAt', 'desc'] },
  ],
  'functions/src/platform/console/people.ts': [{ collection: 'users', equal: ['email'] }],
  'functions/src/platform/console/systemState.ts': [
    signals([], 'createdAt', 'desc'),
    { collection: 'misses', equal: [], order: ['slot', 'desc'] },
    { collection: 'publications', equal: [], order: ['day', 'desc'] },
  ],
  'functions/src/platform/console/ticketInbox.ts': [
    { collection: 'cannedAnswers', equal: [], order: ['title', 'asc'] },
    { collection: 'tickets', equal: ['state', 'priority'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/console/userAnchors.ts': [
    { collection: 'users', equal: [], order: ['createdAt', 'asc'] },
    { collection: 'users', equal: [], order: ['createdAt', 'desc'] },
  ],
  'functions/src/platform/console/userLists.ts': [
    ...['email', 'nameLower', 'admissionCode'].map((field): Query => ({
      collection: 'users',
      equal: [field],
    })),
    { collection: 'users', equal: ['tier'], order: ['createdAt', 'desc'] },
    { collection: 'users', equal: ['tier'], order: ['createdAt', 'asc'] },
    { collection: 'users', equal: [], order: ['proofWaitingSince', 'asc'] },
    { collection: 'users', equal: [], order: ['proofWaitingSince', 'desc'] },
    { collection: 'registrations', equal: [], order: ['expireAt', 'desc'] },
    { collection: 'registrations', equal: [], order: ['expireAt', 'asc'] },
    { collection: 'registrations', equal: ['uid'] },
  ],
  'functions/src/platform/mail.ts': [{ collection: 'mail', equal: [], order: ['dueAt', 'asc'] }],
  'functions/src/platform/members/addressChange.ts': [{ collection: 'mail', equal: ['to'] }],
  'functions/src/platform/members/oneTimeCodes.ts': [{ collection: 'resets', equal: ['digest'] }],
  'functions/src/platform/members/pushSubscriptions.ts': [
    { collection: 'pushSubscriptions', equal: ['uid'] },
  ],
  'functions/src/platform/members/registrations.ts': [
    { collection: 'registrations', equal: [], order: ['expireAt', 'asc'] },
  ],
  'functions/src/platform/members/sessions.ts': [{ collection: 'devices', equal: ['uid'] }],
  'functions/src/platform/privacy/erase.ts': [
    { collection: 'deletions', equal: [], order: ['startedAt', 'asc'] },
    ...['proofs', 'setups', 'tickets', 'devices'].map((collection) => ({
      collection,
      equal: ['uid'],
    })),
    { collection: 'accessEvents', equal: ['uid'] },
    { collection: 'accessEvents', equal: ['by'] },
    { collection: 'staffActions', equal: ['uid'] },
    { collection: 'staffActions', equal: ['by'] },
  ],
  'functions/src/platform/privacy/exportAccount.ts': [
    ...['proofs', 'setups', 'tickets'].map((collection): Query => ({
      collection,
      equal: ['uid'],
      order: ['createdAt', 'desc'],
    })),
    { collection: 'idempotency', equal: ['uid'] },
  ],
  'functions/src/platform/privacy/exportSignals.ts': [
    { collection: 'accessEvents', equal: ['uid'] },
    { collection: 'ledger', equal: ['slot'] },
    signals([], 'createdAt', 'asc'),
  ],
  'functions/src/platform/privacy/mails.ts': [
    { collection: 'mail', equal: ['to'] },
    { collection: 'mail', equal: ['uid'] },
  ],
  'functions/src/platform/push/deliver.ts': [
    { collection: 'pushes', equal: [], order: ['dueAt', 'asc'] },
  ],
  'functions/src/platform/push/receipts.ts': [
    { collection: 'pushDelays', equal: [], order: ['day', 'desc'] },
  ],
  'functions/src/platform/push/recipients.ts': [
    { collection: 'pushSubscriptions', equal: ['signals'], order: ['restsUntil', 'asc'] },
  ],
  'functions/src/platform/push/subscriptions.ts': [
    { collection: 'pushSubscriptions', equal: ['uid'] },
  ],
  'functions/src/platform/record/correct.ts': [signals([], 'createdAt', 'asc')],
  'functions/src/platform/record/ledger.ts': [
    { collection: 'ledger', equal: [], order: ['seq', 'asc'] },
  ],
  'functions/src/platform/record/settle.ts': [signals(['settlement'], 'createdAt', 'asc')],
  'functions/src/platform/record/signals.ts': [
    signals(['settlement']),
    signals(['seeded']),
    signals([], 'createdAt', 'desc'),
    signals([], 'createdAt', 'asc'),
    signals([], 'updatedAt', 'asc'),
    signals(['audience'], 'createdAt', 'desc'),
    signals(['audience'], 'createdAt', 'asc'),
    signals(['audience'], 'updatedAt', 'asc'),
    signals([], 'settlement.settledAt', 'desc'),
  ],
  'functions/src/platform/record/stamps.ts': [
    { collection: 'stamps', equal: [], order: ['day', 'asc'] },
  ],
  'functions/src/platform/submissions/proofCase.ts': [
    {
      collection: 'proofFingerprints',
      equal: [],
      contains: 'keys',
      order: ['createdAt', 'desc'],
    },
    { collection: 'proofs', equal: ['digest'] },
    { collection: 'proofs', equal: ['traderId'] },
    { collection: 'proofs', equal: ['uid'], order: ['createdAt', 'desc'] },
  ],
  'functions/src/platform/submissions/queue.ts': [
    { collection: 'proofs', equal: ['uid', 'state'], order: ['createdAt', 'asc'] },
    { collection: 'proofs', equal: ['state'] },
    { collection: 'proofs', equal: ['state'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/submissions/setups.ts': [
    { collection: 'setups', equal: ['digest'] },
    { collection: 'setups', equal: ['brokerAccount'] },
    { collection: 'setups', equal: ['state'], order: ['createdAt', 'asc'] },
  ],
  'web/src/data/sync/firestore.ts': [
    signals([], 'createdAt', 'desc'),
    signals([], 'updatedAt', 'asc'),
    signals(['audience'], 'createdAt', 'desc'),
    signals(['audience'], 'updatedAt', 'asc'),
  ],
  'web/src/data/sync/ownDocuments.ts': ['proofs', 'setups', 'tickets'].map((collection): Query => ({
    collection,
    equal: ['uid'],
    order: ['createdAt', 'desc'],
  })),
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
