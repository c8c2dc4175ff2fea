import { randomUUID } from 'node:crypto';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import {
  type Configuration,
  createConfiguration,
  PRESETS,
} from '@quantalgo/contracts/bots/configuration';
import { pinBoardDocumentSchema } from '@quantalgo/contracts/chat/pinnedNotes';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Plan, createCalendar, SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
import {
  liveNoteDocumentSchema,
  type LiveNoteRecord,
  liveSessionDocumentSchema,
} from '@quantalgo/contracts/live/session';
import { postDocumentSchema, STRANGER_POSTS } from '@quantalgo/contracts/network/post';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { liveCalendarDocument } from '@quantalgo/functions/collections/live';
import { networkMemberDocument } from '@quantalgo/functions/collections/network';
import { foldPublications } from '@quantalgo/functions/platform/leaderboard/fold';
import {
  chooseDisplayName,
  addPublication,
  withdrawPublication,
} from '@quantalgo/functions/platform/leaderboard/publish';
import type { Write } from '@quantalgo/functions/platform/record/ledger';
import {
  createNetworkMember,
  toStoredMember,
} from '@quantalgo/functions/platform/network/documents';

interface SeededPost {
  readonly by: 'starter' | 'essential';
  readonly minutesAgo: number;
  readonly text: string;
  readonly to: number | null;
}

const POSTS: readonly SeededPost[] = [
  {
    by: 'starter',
    minutesAgo: 190,
    text: 'How do you handle the entry minute on a slow connection? I check the worst price first, and skip the signal if the price is past it.',
    to: null,
  },
  {
    by: 'essential',
    minutesAgo: 171,
    text: 'Same here. A missed signal costs nothing.',
    to: 0,
  },
  {
    by: 'essential',
    minutesAgo: 64,
    text: 'Stopped after level 1 today, as planned. Small loss, calm evening.',
    to: null,
  },
  {
    by: 'starter',
    minutesAgo: 18,
    text: 'Checked the seal of last night’s loss on the verify page. It is really in there.',
    to: null,
  },
];

const NAMES = { starter: 'Ada O.', essential: 'Chidi E.' } as const;

const toUuid = (index: number) => `5eed0000-0000-4000-8000-00000000000${index}`;

function buildPostWrite(
  { by, minutesAgo, text, to }: SeededPost,
  index: number,
  now: number,
): Write {
  const at = Timestamp.fromMillis(now - minutesAgo * 60_000);
  const data = {
    uid: `seed-${by}`,
    name: NAMES[by],
    tier: by,
    to: to === null ? null : toUuid(to),
    text,
    signal: null,
    embed: null,
    picture: null,
    open: true,
    gone: null,
    reason: null,
    likes: 0,
    seeded: true,
    editedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  postDocumentSchema.parse(data);
  return { path: `posts/${toUuid(index)}`, data, once: false };
}

interface SeededMessage {
  readonly by: 'essential' | 'amara' | 'luis';
  readonly minutesAgo: number;
  readonly text: string;
}

const MESSAGES: readonly SeededMessage[] = [
  { by: 'essential', minutesAgo: 212, text: 'Good morning all. Quiet open, small sizes.' },
  { by: 'luis', minutesAgo: 205, text: 'Morning. Passing on the pound today, news in an hour.' },
  { by: 'amara', minutesAgo: 128, text: 'Two paper-only signals in a row. I’ll be patient.' },
  {
    by: 'essential',
    minutesAgo: 121,
    text: '@Amara K. same here. Sitting out is a decision too.',
  },
  {
    by: 'luis',
    minutesAgo: 47,
    text: 'The price was past the worst price at entry, so I skipped it.',
  },
  {
    by: 'amara',
    minutesAgo: 9,
    text: 'That’s my loss limit for today. Closing the app, see you tomorrow.',
  },
];

const SPEAKERS = {
  essential: { uid: 'seed-essential', name: 'Chidi E.' },
  amara: { uid: null, name: 'Amara K.' },
  luis: { uid: null, name: 'Luis R.' },
} as const;

function buildMessageWrite(
  { by, minutesAgo, text }: SeededMessage,
  index: number,
  now: number,
): Write {
  const at = Timestamp.fromMillis(now - minutesAgo * 60_000);
  const data = {
    ...SPEAKERS[by],
    tier: 'essential',
    to: null,
    text,
    signal: null,
    embed: null,
    picture: null,
    open: true,
    gone: null,
    reason: null,
    likes: 0,
    seeded: true,
    editedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  postDocumentSchema.parse(data);
  return { path: `messages/${toUuid(index)}`, data, once: false };
}

function buildNoteWrites(now: number): readonly Write[] {
  const at = Timestamp.fromMillis(now - 26 * 60 * 60_000);
  const id = toUuid(9);
  const text = 'Demonstration: this is where staff pin what everyone should read.';
  const board = { notes: [{ id, text, pinnedAt: at, editedAt: null }], changedAt: at };
  const content = {
    uid: null,
    name: 'Staff',
    tier: 'guest',
    to: null,
    text,
    signal: null,
    embed: null,
    picture: null,
  };
  const state = { open: true, gone: null, reason: null, likes: 0, seeded: true, pinned: true };
  const message = { ...content, ...state, editedAt: null, createdAt: at, updatedAt: at };
  pinBoardDocumentSchema.parse(board);
  postDocumentSchema.parse(message);
  const initialCounts = {
    figures: { members: 0, messages: 0 },
    countedAt: Timestamp.fromMillis(0),
  };
  return [
    { path: 'rooms/essential', data: { ...initialCounts, board }, once: false },
    { path: `messages/${id}`, data: message, once: false },
  ];
}

function buildMemberWrite(by: SeededPost['by']): Write {
  const member = createNetworkMember(`seed-${by}`);
  const data = toStoredMember({ ...member, posts: STRANGER_POSTS });
  networkMemberDocument.parse(data);
  return { path: `networkMembers/seed-${by}`, data, once: false };
}

/** Posts and messages are marked as demonstration data, because their authors have no account. */
export const buildNetworkWrites = (now: number): readonly Write[] => [
  ...POSTS.map((post, index) => buildPostWrite(post, index, now)),
  ...MESSAGES.map((message, index) => buildMessageWrite(message, index, now)),
  ...buildNoteWrites(now),
  buildMemberWrite('starter'),
  buildMemberWrite('essential'),
];

const createBot = (change: Partial<Configuration> = {}): Configuration => ({
  ...createConfiguration(0),
  ...change,
});

/** The names mark these as a demonstration. `withdrawn` applies to the last bot. */
const PUBLISHERS = [
  { uid: 'seed-starter', name: 'Demo Starter', bots: [createBot()], withdrawn: false },
  {
    uid: 'seed-essential',
    name: 'Demo Essential',
    bots: [
      createBot(PRESETS.Moderate),
      createBot(PRESETS.Aggressive),
      createBot({ maxOpenTrades: 2 }),
    ],
    withdrawn: true,
  },
  {
    uid: 'seed-staff',
    name: 'Demo Desk',
    bots: [createBot({ stake: { kind: 'percent', hundredths: 100 }, levels: 2 })],
    withdrawn: false,
  },
] as const;

async function readFirstSignalTime(database: Firestore): Promise<number | null> {
  const { docs } = await database.collection('signals').orderBy('createdAt').limit(1).get();
  const [first] = docs;
  return first ? signalDocumentSchema.parse(first.data()).createdAt : null;
}

/**
 * Publishes configurations as of the first signal, and applies all settlements to them.
 * @param now epoch ms
 * @returns a line for the log
 */
export async function seedPublished(database: Firestore, now: number): Promise<string> {
  const first = await readFirstSignalTime(database);
  if (first === null) return 'There are no signals, so nothing was published.';
  const at = first - SLOT_MS;
  for (const { uid, name, bots, withdrawn } of PUBLISHERS) {
    await chooseDisplayName(database, { uid, name }, at);
    let last = '';
    for (const configuration of bots) {
      const call = { uid, key: randomUUID(), contentDigest: '' };
      const { publications } = await addPublication(database, { call, configuration }, at);
      last = publications.at(-1)?.id ?? '';
    }
    if (withdrawn)
      await withdrawPublication(database, { uid, id: last }, Math.round((first + now) / 2));
  }
  let total = 0;
  for (let batch = Infinity; batch > 0; total += batch)
    batch = await foldPublications(database, now);
  return `${PUBLISHERS.length} demonstration members publish bots, played over ${total} settled signals.`;
}

const SESSION_AGE_MINUTES = 150;
const SESSION_MINUTES = 60;

interface SeededNote {
  readonly minute: number;
  readonly content: LiveNoteRecord['content'];
}

const NOTES: readonly SeededNote[] = [
  {
    minute: 2,
    content: {
      kind: 'note',
      text: 'Welcome. We read each signal as it comes: price, worst price, and what it pays.',
    },
  },
  {
    minute: 9,
    content: {
      kind: 'level',
      pair: 'EURUSD',
      price: 1.085,
      text: 'A round number, touched twice today.',
    },
  },
  {
    minute: 21,
    content: {
      kind: 'question',
      name: 'Chidi E.',
      text: 'Do you enter when the price is past the worst price?',
      answer: 'No. I skip it, whatever the last signal did.',
    },
  },
  {
    minute: 55,
    content: {
      kind: 'note',
      text: 'That’s it for today. The figures next to this cover only these signals.',
    },
  },
];

const toTimestamp = (time: number) => Timestamp.fromMillis(time);

function buildLiveNoteWrite(
  { minute, content }: SeededNote,
  index: number,
  id: string,
  startedAt: number,
): Write {
  const time = toTimestamp(startedAt + minute * MINUTE_MS);
  const uid = content.kind === 'question' ? 'seed-essential' : null;
  const data = { session: id, uid, content, gone: null, createdAt: time, updatedAt: time };
  liveNoteDocumentSchema.parse(data);
  return { path: `liveNotes/5eed0000-0000-4000-8000-0000000001${10 + index}`, data, once: false };
}

function buildCalendarWrite(now: number): Write {
  const next = Math.ceil((now + 20 * MINUTE_MS) / (60 * MINUTE_MS)) * 60 * MINUTE_MS;
  const start = new Date(next);
  const demonstration: Plan = {
    id: 'demonstration',
    name: 'Demonstration',
    days: { type: 'once', day: start.toISOString().slice(0, 10) },
    minute: start.getUTCHours() * 60,
    minutes: 60,
    cancelled: [],
  };
  const data = {
    ...createCalendar([...SPECIFIED_PLANS, demonstration]),
    updatedAt: toTimestamp(now),
  };
  liveCalendarDocument.parse(data);
  return { path: 'liveCalendar/plans', data, once: false };
}

/**
 * A past live session with its notes, and an upcoming one. Both are marked as demonstration data.
 * `now` in epoch ms.
 */
export function buildLiveWrites(now: number): readonly Write[] {
  const startedAt = now - SESSION_AGE_MINUTES * MINUTE_MS;
  const endedAt = startedAt + SESSION_MINUTES * MINUTE_MS;
  const id = `demonstration-${new Date(startedAt).toISOString().slice(0, 10).replaceAll('-', '')}-held`;
  const data = {
    name: 'Questions and answers',
    startsAt: toTimestamp(startedAt),
    endsAt: toTimestamp(endedAt),
    openedAt: toTimestamp(startedAt),
    closedAt: toTimestamp(endedAt),
    viewers: 2,
    countedAt: toTimestamp(endedAt),
    seeded: true,
  };
  liveSessionDocumentSchema.parse(data);
  return [
    { path: `liveSessions/${id}`, data, once: false },
    ...NOTES.map((note, index) => buildLiveNoteWrite(note, index, id, startedAt)),
    buildCalendarWrite(now),
  ];
}
