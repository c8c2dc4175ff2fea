import { randomUUID } from 'node:crypto';
import { toAccessClaims } from '@quantalgo/contracts/access/access';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { createPaperState } from '@quantalgo/contracts/bots/state';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { toPaperResult } from '@quantalgo/contracts/leaderboard/published';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import { LADDER_RULES as rules } from '@quantalgo/contracts/signals/rules';
import { fitCalibration } from '@quantalgo/functions/domain/signals/calibration/fit';
import { runTrials } from '@quantalgo/functions/domain/signals/calibration/trials';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { toCredentialFields } from '@quantalgo/functions/platform/auth/credentials';
import { gatherCandles } from '@quantalgo/functions/platform/market/marketData';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { ALL_KEYS, getPrefixEnd } from '@quantalgo/functions/domain/push/delivery';
import {
  toBroadcastFields,
  toSignalOrder,
  toPushFields,
} from '@quantalgo/functions/platform/core/queues';
import { hashMemberKey } from '@quantalgo/functions/platform/account/pushPacks';
import { toSessionFields } from '@quantalgo/functions/platform/auth/sessions';
import {
  toSubscriptionFields,
  toSubscriptionId,
} from '@quantalgo/functions/platform/auth/pushSubscriptions';
import { createSecrets } from '@quantalgo/functions/platform/core/secrets';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type {
  RawSnapshot,
  StoredDocument,
} from '@quantalgo/functions/platform/invariants/snapshot';
import { buildHistory } from '../../src/suite/seed';

/** Friday 20 November 2026, 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 20, 12);
const LATER = NOON + 24 * 60 * 60_000;
const toTime = (time: number) => Timestamp.fromMillis(time);
const secrets = createSecrets('a key that these tests alone know of');

export const MEMBER = 'member-1';
export const PROOF = randomUUID();
export const DIGEST = secrets.digest('test', 'text');

type Collections = Record<string, StoredDocument<unknown>[]>;

async function buildRecord(): Promise<Collections> {
  const market = createSimulatedMarket(DEFAULT_PAIRS);
  const from = NOON - 12 * SLOT_MS;
  const { candles } = await gatherCandles(market, from, 1500);
  const trials = runTrials(candles, STRATEGIES, rules);
  const contenders = STRATEGIES.map((strategy, index) => ({
    strategy,
    calibration: fitCalibration(strategy, trials[index] ?? [], {
      slot: from,
      source: market.source,
      rules,
    }),
  }));
  const { writes } = await buildHistory(market, contenders, { from, now: NOON + 30_000 });
  const collections: Collections = {};
  for (const { path, data } of writes) {
    const [name = '', id = ''] = path.split('/');
    const fields = Object.entries(data).map(([field, value]: [string, unknown]) => [
      field,
      value instanceof FieldValue ? toTime(NOON) : value,
    ]);
    (collections[name] ??= []).push({ id, data: Object.fromEntries(fields) });
  }
  return collections;
}

const ACCESS = {
  tier: 'guest',
  dashboardUnlocked: false,
  hasDeposited: false,
  staff: false,
  codeActivated: false,
  accessVersion: 1,
} as const;
const GRANTED_ACCESS = {
  ...ACCESS,
  tier: 'starter',
  dashboardUnlocked: true,
  hasDeposited: true,
  accessVersion: 2,
} as const;

function buildPushes(uid: string): Collections {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/one';
  const recipient = {
    uid,
    sid: 'session-1',
    endpoint,
    keys: { p256dh: 'a public key', auth: 'a secret' },
    zone: 'Africa/Lagos',
    preferences: DEFAULT_PUSH,
    verdicts: null,
    pausedUntil: null,
  } as const;
  const device = { ...recipient, createdAt: NOON, seenAt: NOON, lastShown: null };
  const key = hashMemberKey(uid);
  const id = toSubscriptionId({ endpoint });
  const sentState = { state: 'sent', attempts: 1, sent: 1, dueAt: null, reached: ALL_KEYS.to };
  const validUntil = NOON + SLOT_MS;
  const signal = toSignalOrder({ signal: '20261120T1200Z', validUntil });
  const audience = { signals: 'basic', news: 'none', shownIn: 'wat', stoppedUntil: null } as const;
  const answer = { event: 'ticket', uid, about: null, validUntil } as const;
  return {
    pushSubscriptions: [{ id, data: toSubscriptionFields(device) }],
    pushPacks: [
      {
        id: key.slice(0, 1),
        data: {
          end: getPrefixEnd(key.slice(0, 1)),
          size: 1,
          devices: { [id]: { ...recipient, ...audience, until: toTime(LATER) } },
          counts: { [id]: { day: '2026-11-20', sent: 1, lately: ['20261120T1200Z'] } },
        },
      },
    ],
    sessions: [{ id: recipient.sid, data: toSessionFields(uid, NOON, true) }],
    broadcasts: [
      { id: '20261120T1200Z', data: { ...toBroadcastFields(signal, NOON), ...sentState } },
    ],
    pushes: [{ id: 'answer', data: toPushFields(answer, NOON) }],
  };
}

const CODE_FIELDS = {
  digest: DIGEST,
  tries: 0,
  validUntil: toTime(NOON),
  triesUntil: toTime(NOON),
  expireAt: toTime(NOON),
};

function buildMember(): Collections {
  const key = randomUUID();
  const ticket = randomUUID();
  const uid = MEMBER;
  const submission = { collection: 'proofs', id: PROOF };
  return {
    users: [
      {
        id: uid,
        data: {
          ...GRANTED_ACCESS,
          fullName: 'Ada Obi',
          email: 'ada@quantalgo.test',
          admissionCode: 'QA-AAA-AAA',
          accessPath: null,
          createdAt: toTime(NOON - SLOT_MS),
          lockExpiresAt: null,
          proofWaitingSince: toTime(NOON),
        },
      },
    ],
    admissionCodes: [{ id: 'QA-AAA-AAA', data: { uid } }],
    accessEvents: [
      {
        id: 'event',
        data: {
          uid,
          by: 'staff',
          reason: 'proof',
          before: ACCESS,
          after: GRANTED_ACCESS,
          at: toTime(NOON),
        },
      },
    ],
    proofs: [
      {
        id: PROOF,
        data: {
          uid,
          traderId: 'QX-1',
          accountKey: 'qx1',
          file: `proofs/${uid}/${PROOF}`,
          state: 'waiting',
          reason: null,
          createdAt: toTime(NOON),
          updatedAt: toTime(NOON),
        },
      },
    ],
    idempotency: [
      {
        id: `${uid}_${key}`,
        data: {
          uid,
          contentDigest: '',
          submitted: submission,
          createdAt: toTime(NOON),
          expireAt: toTime(NOON),
        },
      },
    ],
    tickets: [
      {
        id: ticket,
        data: {
          uid,
          category: 'other',
          priority: 'medium',
          subject: 'A question',
          state: 'open',
          messages: [{ id: ticket, from: 'member', text: 'ada@quantalgo.test?', at: toTime(NOON) }],
          signal: null,
          embed: null,
          picture: null,
          createdAt: toTime(NOON),
          updatedAt: toTime(NOON),
        },
      },
    ],
    journal: [
      {
        id: `${uid}_20261120T1200Z`,
        data: {
          uid,
          slot: '20261120T1200Z',
          status: 'taken',
          pair: 'EURUSD',
          direction: 'CALL',
          trades: [{ level: 0, stake: 200, price: 1.085, at: null, close: null }],
          broker: 'Pocket Option',
          payout: 0.8,
          note: '',
          tags: [],
          picture: null,
          conflicts: [],
          seq: 2,
          createdAt: toTime(NOON),
          updatedAt: toTime(NOON),
        },
      },
    ],
    posts: [
      {
        id: 'post',
        data: {
          uid,
          name: 'Ada O.',
          tier: 'starter',
          to: null,
          text: 'Calm evening',
          signal: null,
          embed: null,
          picture: null,
          open: true,
          gone: null,
          reason: null,
          likes: 0,
          seeded: false,
          editedAt: null,
          createdAt: toTime(NOON),
          updatedAt: toTime(NOON),
        },
      },
    ],
    rooms: [
      {
        id: 'essential',
        data: {
          figures: { members: 1, messages: 1 },
          countedAt: toTime(NOON),
          board: {
            notes: [
              {
                id: 'note',
                text: 'The desk is back on Monday',
                pinnedAt: toTime(NOON),
                editedAt: null,
              },
            ],
            changedAt: toTime(NOON),
          },
        },
      },
    ],
    messages: [
      {
        id: 'note',
        data: {
          uid: null,
          name: 'Staff',
          tier: 'guest',
          to: null,
          text: 'The desk is back on Monday',
          signal: null,
          embed: null,
          picture: null,
          open: true,
          gone: null,
          reason: null,
          likes: 0,
          seeded: false,
          pinned: true,
          editedAt: null,
          createdAt: toTime(NOON),
          updatedAt: toTime(NOON),
        },
      },
    ],
    liveNotes: [
      {
        id: 'question',
        data: {
          session: 'nyc-session-20261120',
          uid,
          content: { kind: 'question', name: 'Ada O.', text: 'Why now?', answer: null },
          gone: null,
          createdAt: toTime(NOON),
          updatedAt: toTime(NOON),
        },
      },
    ],
    journalHeads: [{ id: uid, data: { seq: 2, entries: 1 } }],
    learning: [{ id: uid, data: { uid, seq: 1, days: [], lessons: {}, updatedAt: toTime(NOON) } }],
    mail: [
      {
        id: 'mail',
        data: {
          uid: null,
          template: 'confirmation',
          to: 'ada@quantalgo.test',
          parameters: { fullName: 'Ada Obi' },
          sealed: secrets.seal('{"code":"ABCD2345"}'),
          state: 'waiting',
          attempts: 0,
          dueAt: toTime(NOON),
          validUntil: null,
          problem: null,
          createdAt: toTime(NOON),
          updatedAt: toTime(NOON),
        },
      },
    ],
    addressChanges: [{ id: uid, data: { ...CODE_FIELDS, email: 'ada.obi@quantalgo.test' } }],
    addresses: [{ id: DIGEST, data: { uid } }],
    credentials: [{ id: uid, data: toCredentialFields(null, NOON) }],
    dashboardCodes: [
      {
        id: uid,
        data: { ...CODE_FIELDS, tier: 'starter', issuedBy: 'staff', issuedAt: toTime(NOON) },
      },
    ],
    userAnchors: [
      { id: 'head', data: { anchors: 2 } },
      { id: '0', data: { uid, createdAt: toTime(NOON - SLOT_MS) } },
      { id: '1', data: { uid: 'member-51', createdAt: toTime(NOON) } },
    ],
  };
}

function buildPublication(uid: string): Collections {
  const configuration = createConfiguration(NOON);
  const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
  const publication = { id, configuration, publishedAt: NOON, withdrawnAt: null };
  const row = { ...publication, name: 'Ada' };
  const reach = { slot: '20261120T1200Z', until: NOON };
  const state = createPaperState(configuration);
  const table = {
    rows: [{ ...row, standing: toPaperResult(publication, state, reach) }],
    tried: 1,
    running: 1,
    withdrawn: 0,
    packs: 1,
    slot: reach.slot,
    open: false,
    updatedAt: toTime(NOON),
  };
  const publications = [{ ...publication, pack: 0 }];
  return {
    publishers: [
      {
        id: uid,
        data: { uid, name: 'Ada', ids: [id], publications, updatedAt: toTime(NOON) },
      },
    ],
    displayNames: [{ id: 'ada', data: { uid } }],
    leaderboardPacks: [{ id: '0', data: { ...reach, rows: [{ ...row, state }] } }],
    leaderboard: [{ id: 'table', data: table }],
  };
}

export async function wholeSnapshot(): Promise<RawSnapshot> {
  return {
    at: NOON + 60_000,
    aheadMs: 0,
    collections: {
      ...(await buildRecord()),
      ...buildMember(),
      ...buildPushes(MEMBER),
      ...buildPublication(MEMBER),
    },
    accounts: [
      { uid: MEMBER, email: null, disabled: false, claims: toAccessClaims(GRANTED_ACCESS) },
    ],
    files: [
      { path: `proofs/${MEMBER}/${PROOF}`, uploadedAt: NOON - 7 * 24 * 60 * 60_000 },
      { path: `proofs/${MEMBER}/just-uploaded`, uploadedAt: NOON },
    ],
  };
}
