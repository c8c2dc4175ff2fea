import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { toCredentialFields } from '../../../src/platform/auth/credentials';
import { EVERY_COLLECTION } from '../../../src/collections/collections';
import { addressKey } from '../../../src/platform/auth/addresses';
import { buildSampleDocument } from '../../sampleDocument';

const toTimestamp = (text: string) => Timestamp.fromMillis(Date.parse(text));
const JOINED = toTimestamp('2026-11-01T08:00:00Z');
const LATER = toTimestamp('2026-11-03T09:30:00Z');
const EXPIRES = toTimestamp('2027-01-02T10:00:00Z');

export interface DocumentedMember {
  readonly uid: string;
  readonly email: string;
  readonly staff: string;
  /** Prefix of document ids that don't name the member. */
  readonly prefix: string;
}

const buildAccess = (tier: string, accessVersion: number) => ({
  tier,
  accessVersion,
  dashboardUnlocked: tier !== 'guest',
  hasDeposited: tier !== 'guest',
  staff: false,
  codeActivated: tier !== 'guest',
});

const HASH = { hash: 'aGFzaA==', salt: 'c2FsdA==', n: 16, r: 1, p: 1, pepper: 1 };

const CODE_FIELDS = {
  digest: null,
  tries: 1,
  validUntil: LATER,
  triesUntil: LATER,
  expireAt: EXPIRES,
};

const buildUploads = ({ uid, prefix }: DocumentedMember): Record<string, object> => ({
  [`proofs/${prefix}-rejected`]: {
    uid,
    traderId: `${prefix}-PO-1`,
    accountKey: `${prefix}po1`,
    file: `proofs/${uid}/${prefix}-rejected`,
    state: 'rejected',
    reason: 'Please show the balance',
    digest: 'aa',
    createdAt: JOINED,
    updatedAt: LATER,
  },
  [`proofs/${prefix}-waiting`]: {
    uid,
    traderId: `${prefix}-PO-2`,
    accountKey: `${prefix}po2`,
    file: `proofs/${uid}/${prefix}-waiting`,
    state: 'waiting',
    reason: null,
    createdAt: LATER,
    updatedAt: LATER,
  },
  [`uploads/${prefix}`]: {
    uid,
    kind: 'proof',
    type: 'image/png',
    size: 9,
    usedAt: null,
    createdAt: JOINED,
    expireAt: EXPIRES,
  },
  [`pictures/${prefix}`]: {
    uid,
    slot: '20261103T0900Z',
    file: `pictures/${uid}/${prefix}`,
    state: 'approved',
    reason: null,
    createdAt: JOINED,
    updatedAt: LATER,
  },
  [`setups/${prefix}`]: {
    uid,
    file: `setupProofs/${uid}/${prefix}`,
    brokerAccount: `${prefix}-PO-3`,
    accountKey: `${prefix}po3`,
    approvedAs: 'starter',
    depositAmount: 500,
    accessPath: 'auto',
    state: 'approved',
    reason: null,
    createdAt: JOINED,
    updatedAt: LATER,
  },
});

const buildTickets = ({ uid, prefix }: DocumentedMember): Record<string, object> => ({
  [`tickets/${prefix}`]: {
    uid,
    category: 'other',
    priority: 'medium',
    subject: 'Hello',
    state: 'answered',
    messages: [
      { id: prefix, from: 'member', text: 'A question', at: JOINED },
      { id: `${prefix}-2`, from: 'staff', text: 'An answer', at: LATER },
    ],
    signal: null,
    embed: null,
    picture: null,
    createdAt: JOINED,
    updatedAt: LATER,
  },
});

const buildBots = ({ uid, prefix }: DocumentedMember): Record<string, object> => ({
  [`bots/${uid}`]: {
    uid,
    bots: [
      {
        id: `${prefix === 'theirs' ? '1' : '2'}b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed`,
        configuration: createConfiguration(JOINED.toMillis()),
      },
    ],
    updatedAt: LATER,
  },
});

const buildPublications = ({ uid, prefix }: DocumentedMember): Record<string, object> => {
  const id = `${prefix === 'theirs' ? '1' : '2'}c9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed`;
  const publication = {
    id,
    configuration: createConfiguration(LATER.toMillis()),
    publishedAt: LATER.toMillis(),
    withdrawnAt: null,
    pack: 0,
  };
  return {
    [`publishers/${uid}`]: {
      uid,
      name: `Ada of ${prefix}`,
      ids: [id],
      publications: [publication],
      updatedAt: LATER,
    },
    [`displayNames/adaof${prefix}`]: { uid },
  };
};

const buildJournal = ({ uid }: DocumentedMember): Record<string, object> => ({
  [`journal/${uid}_20261103T0925Z`]: {
    uid,
    slot: '20261103T0925Z',
    status: 'taken',
    pair: 'EURUSD',
    direction: 'CALL',
    trades: [{ level: 0, stake: 200, price: 1.085, at: '2026-11-03T09:30:04.000Z', close: null }],
    broker: 'Pocket Option',
    payout: 0.8,
    note: 'Waited for the candle',
    tags: [],
    picture: null,
    conflicts: [{ note: 'Too early' }],
    seq: 2,
    createdAt: LATER,
    updatedAt: LATER,
  },
});

const buildLearning = ({ uid }: DocumentedMember): Record<string, object> => ({
  [`learning/${uid}`]: {
    uid,
    seq: 2,
    days: ['2026-11-03'],
    lessons: {
      'what-breaks-even': {
        done: '2026-11-03',
        answers: [1],
        note: 'Ask for the payout',
        conflicts: [],
      },
    },
    updatedAt: LATER,
  },
});

const buildPost = ({ uid }: DocumentedMember) => ({
  uid,
  name: 'Ada O.',
  tier: 'essential',
  to: null,
  text: 'Stopped after level 1, as planned',
  signal: null,
  embed: null,
  picture: null,
  open: true,
  gone: null,
  reason: null,
  likes: 0,
  seeded: false,
  editedAt: null,
  createdAt: JOINED,
  updatedAt: LATER,
});

const buildNetwork = (member: DocumentedMember): Record<string, object> => {
  const { uid, prefix } = member;
  return {
    [`posts/${prefix}`]: buildPost(member),
    [`messages/${prefix}`]: buildPost(member),
    [`liveNotes/${prefix}`]: {
      session: 'nyc-session-20261120',
      uid,
      content: { kind: 'question', name: 'Ada O.', text: 'Why this level?', answer: null },
      gone: null,
      createdAt: JOINED,
      updatedAt: LATER,
    },
  };
};

const buildAudit = ({ uid, staff, prefix }: DocumentedMember): Record<string, object> => ({
  [`accessEvents/${prefix}-1`]: {
    uid,
    by: staff,
    reason: `Ada Obi paid, said ${staff}`,
    at: JOINED,
    before: buildAccess('guest', 1),
    after: buildAccess('starter', 2),
  },
  [`accessEvents/${prefix}-2`]: {
    uid,
    by: uid,
    issuedBy: staff,
    reason: 'dashboard code',
    at: LATER,
    before: buildAccess('starter', 2),
    after: buildAccess('essential', 3),
  },
  [`staffActions/${prefix}`]: {
    uid,
    by: staff,
    action: 'ticket answered',
    reason: `ticket ${prefix}`,
    at: LATER,
  },
});

const buildDevices = ({ uid, prefix }: DocumentedMember): Record<string, object> => {
  const device = { uid, browser: 'Firefox', platform: 'Android', expireAt: EXPIRES };
  const factor = { secondFactorAt: null, factorExempt: false };
  const session = { ...device, ...factor, loggedInAt: JOINED, endedAt: null };
  return {
    [`sessions/${prefix}-4000000000`]: { ...session, lastSeenAt: LATER },
    [`sessions/${prefix}-4000000001`]: { ...session, lastSeenAt: JOINED },
    [`sessions/${prefix}-4000000002`]: { ...session, lastSeenAt: JOINED, endedAt: LATER },
    [`credentials/${uid}`]: toCredentialFields(null, JOINED.toMillis()),
    [`pushSubscriptions/${prefix}`]: {
      uid,
      sid: `${prefix}-4000000000`,
      endpoint: `https://push.test/${prefix}`,
      keys: { p256dh: 'key', auth: 'auth' },
      zone: 'Africa/Lagos',
      preferences: DEFAULT_PUSH,
      verdicts: null,
      pausedUntil: null,
      createdAt: JOINED,
      seenAt: LATER,
      lastShown: null,
      expireAt: EXPIRES,
    },
    [`pushes/${prefix}`]: {
      event: 'access',
      uid,
      about: null,
      state: 'sent',
      validUntil: LATER,
      attempts: 1,
      createdAt: JOINED,
      dueAt: null,
      cursor: null,
      sent: 1,
      failed: 0,
      expireAt: EXPIRES,
    },
  };
};

const buildEmails = ({ uid, email, prefix }: DocumentedMember): Record<string, object> => {
  const mail = {
    template: 'welcome',
    uid: null,
    parameters: { fullName: 'Ada Obi' },
    sealed: null,
    state: 'sent',
    attempts: 1,
    dueAt: null,
    validUntil: null,
    problem: null,
    updatedAt: LATER,
    expireAt: EXPIRES,
  };
  return {
    [`mail/${prefix}-to`]: { ...mail, to: email, createdAt: JOINED },
    [`mail/${prefix}-tagged`]: { ...mail, uid, to: `before-${email}`, createdAt: LATER },
  };
};

const buildCodes = ({ uid, email, staff, prefix }: DocumentedMember) => ({
  [`idempotency/${uid}_${prefix}`]: {
    uid,
    contentDigest: '[]',
    createdAt: JOINED,
    expireAt: EXPIRES,
  },
  [`dashboardCodes/${uid}`]: { ...CODE_FIELDS, tier: 'starter', issuedBy: staff, issuedAt: JOINED },
  [`addressChanges/${uid}`]: { ...CODE_FIELDS, email: `next-${email}` },
  [`addresses/${addressKey(email)}`]: { uid },
  [`registrations/${prefix}`]: {
    address: addressKey(email),
    fullName: 'Somebody Else',
    email,
    phone: '+234 801 234 5678',
    country: 'Nigeria',
    telegram: null,
    password: HASH,
    codes: [],
    createdAt: LATER,
    expireAt: EXPIRES,
  },
  [`resets/${prefix}`]: {
    address: addressKey(email),
    uid,
    email,
    validUntil: LATER,
    expireAt: EXPIRES,
  },
  [`transfers/${prefix}`]: { uid, sid: 'sid', validUntil: LATER, expireAt: EXPIRES },
  [`telegramCodes/${prefix}`]: { uid, sid: 'sid', validUntil: LATER, expireAt: EXPIRES },
  [`telegramChats/${prefix}`]: { uid, linkedAt: JOINED, channel: null, dueAt: LATER },
});

/** Builds documents from their schemas, for collections whose contents don't matter. */
function buildOtherSamples({ uid, prefix }: DocumentedMember, writtenPaths: readonly string[]) {
  const collections = new Set(writtenPaths.map((path) => path.split('/')[0]));
  const samples = EVERY_COLLECTION.flatMap(([name, { member, schema }]) => {
    const isOwned = (member?.by === 'id' || member?.by === 'uid') && member.erase !== 'last';
    if (!isOwned || collections.has(name)) return [];
    const id = member.by === 'id' ? uid : prefix;
    return [[`${name}/${id}`, { ...buildSampleDocument(schema), uid }] as const];
  });
  return Object.fromEntries(samples);
}

/** Writes at least one document to every collection with members' data, the same on every run. */
export async function writeEveryCollection(
  { firestore }: { readonly firestore: Firestore },
  member: DocumentedMember,
): Promise<void> {
  const { uid, email, prefix } = member;
  const documents: Record<string, object> = {
    [`users/${uid}`]: {
      fullName: 'Ada Obi',
      nameLower: 'ada obi',
      email,
      phone: '+234 801 234 5678',
      country: 'Nigeria',
      telegram: '@ada',
      admissionCode: prefix,
      accessPath: 'auto',
      ...buildAccess('essential', 3),
      createdAt: JOINED,
      lockExpiresAt: null,
      proofWaitingSince: LATER,
      desk: { balance: 200, leastStake: 1, signalsADay: 6, lostLadders: 1 },
      stoppedUntil: LATER,
    },
    ...buildUploads(member),
    ...buildTickets(member),
    ...buildBots(member),
    ...buildPublications(member),
    ...buildJournal(member),
    ...buildLearning(member),
    ...buildNetwork(member),
    ...buildAudit(member),
    ...buildDevices(member),
    ...buildEmails(member),
    ...buildCodes(member),
  };
  const samples = buildOtherSamples(member, Object.keys(documents));
  const batch = firestore.batch();
  for (const [path, data] of Object.entries({ ...documents, ...samples }))
    batch.set(firestore.doc(path), data);
  await batch.commit();
}
