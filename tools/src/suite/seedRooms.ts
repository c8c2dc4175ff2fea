import { randomUUID } from 'node:crypto';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import {
  type Configuration,
  newConfiguration,
  PRESETS,
} from '@quantalgo/contracts/bots/configuration';
import { pinBoardDocumentSchema } from '@quantalgo/contracts/chat/pinnedNotes';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Plan, calendarOf, SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
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
  publish,
  withdraw,
} from '@quantalgo/functions/platform/leaderboard/publish';
import type { Write } from '@quantalgo/functions/platform/record/ledger';

interface SeededPost {
  readonly by: 'starter' | 'essential';
  readonly minutesAgo: number;
  readonly text: string;
  /** Number of the post that it answers; null if it answers none. */
  readonly to: number | null;
}

/** What the demonstration's members wrote to each other. */
const POSTS: readonly SeededPost[] = [
  {
    by: 'starter',
    minutesAgo: 190,
    text: 'How do you deal with the entry minute on a slow line? I check the worst price first, and leave it out if it is past.',
    to: null,
  },
  {
    by: 'essential',
    minutesAgo: 171,
    text: 'The same. One that I missed costs nothing.',
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

const uuidOf = (index: number) => `5eed0000-0000-4000-8000-00000000000${index}`;

function postWrite({ by, minutesAgo, text, to }: SeededPost, index: number, now: number): Write {
  const at = Timestamp.fromMillis(now - minutesAgo * 60_000);
  const data = {
    uid: `seed-${by}`,
    name: NAMES[by],
    tier: by,
    to: to === null ? null : uuidOf(to),
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
  return { path: `posts/${uuidOf(index)}`, data, once: false };
}

interface SeededMessage {
  readonly by: 'essential' | 'amara' | 'luis';
  readonly minutesAgo: number;
  readonly text: string;
}

/** What the demonstration's essential members say in their chat, the oldest first. */
const MESSAGES: readonly SeededMessage[] = [
  { by: 'essential', minutesAgo: 212, text: 'Good morning all. Quiet open, small sizes.' },
  { by: 'luis', minutesAgo: 205, text: 'Morning. Passing on the pound today, news in an hour.' },
  { by: 'amara', minutesAgo: 128, text: 'Two on paper only in a row. I wait for one that pays.' },
  {
    by: 'essential',
    minutesAgo: 121,
    text: '@Amara K. the same here. No signal is also an answer.',
  },
  {
    by: 'luis',
    minutesAgo: 47,
    text: 'Checked the worst price before the entry: past it, left it out.',
  },
  {
    by: 'amara',
    minutesAgo: 9,
    text: 'That is my loss for today. Closing the app, see you tomorrow.',
  },
];

const SPEAKERS = {
  essential: { uid: 'seed-essential', name: 'Chidi E.' },
  amara: { uid: null, name: 'Amara K.' },
  luis: { uid: null, name: 'Luis R.' },
} as const;

function messageWrite({ by, minutesAgo, text }: SeededMessage, index: number, now: number): Write {
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
  return { path: `messages/${uuidOf(index)}`, data, once: false };
}

/** A note above the chat, and the message that tells of it. */
function noteWrites(now: number): readonly Write[] {
  const at = Timestamp.fromMillis(now - 26 * 60 * 60_000);
  const id = uuidOf(9);
  const text = 'Demonstration: here stands what our staff want everybody to have read.';
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
  const uncounted = { figures: { members: 0, messages: 0 }, countedAt: Timestamp.fromMillis(0) };
  return [
    { path: 'rooms/essential', data: { ...uncounted, board }, once: false },
    { path: `messages/${id}`, data: message, once: false },
  ];
}

function memberWrite(by: SeededPost['by']): Write {
  const data = {
    uid: `seed-${by}`,
    posts: STRANGER_POSTS,
    lastPostAt: null,
    seenAt: null,
    mutedUntil: null,
    bannedAt: null,
    reason: null,
    blocked: [],
  };
  networkMemberDocument.parse(data);
  return { path: `networkMembers/seed-${by}`, data, once: false };
}

/** A few posts of the Trader's Network and messages of the Essential Room, marked as the demonstration's, by members who are no strangers there. */
export const networkWrites = (now: number): readonly Write[] => [
  ...POSTS.map((post, index) => postWrite(post, index, now)),
  ...MESSAGES.map((message, index) => messageWrite(message, index, now)),
  ...noteWrites(now),
  memberWrite('starter'),
  memberWrite('essential'),
];

const bot = (change: Partial<Configuration> = {}): Configuration => ({
  ...newConfiguration(0),
  ...change,
});

/** Who publishes in a demonstration, under names that say so; the last bot is withdrawn if that is said. */
const PUBLISHERS = [
  { uid: 'seed-starter', name: 'Demo Starter', bots: [bot()], withdrawn: false },
  {
    uid: 'seed-essential',
    name: 'Demo Essential',
    bots: [bot(PRESETS.Conservative), bot(PRESETS.Aggressive), bot({ mostOpen: 2 })],
    withdrawn: true,
  },
  {
    uid: 'seed-staff',
    name: 'Demo Desk',
    bots: [bot({ stake: { kind: 'percent', hundredths: 100 }, levels: 2 })],
    withdrawn: false,
  },
] as const;

/** When the demonstration's first signal was published (epoch ms); null without signals. */
async function firstSignalAt(database: Firestore): Promise<number | null> {
  const { docs } = await database.collection('signals').orderBy('createdAt').limit(1).get();
  const [first] = docs;
  return first ? signalDocumentSchema.parse(first.data()).createdAt : null;
}

/**
 * Publishes a few configurations under names that mark them as the demonstration's, from its first signal on, and folds
 * all its settlements into them.
 * @param now epoch ms
 * @returns a line about them
 */
export async function seedPublished(database: Firestore, now: number): Promise<string> {
  const first = await firstSignalAt(database);
  if (first === null) return 'Nothing to play, so nothing is published.';
  const at = first - SLOT_MS;
  for (const { uid, name, bots, withdrawn } of PUBLISHERS) {
    await chooseDisplayName(database, { uid, name }, at);
    let last = '';
    for (const configuration of bots) {
      const call = { uid, key: randomUUID(), asks: '' };
      const { publications } = await publish(database, { call, configuration }, at);
      last = publications.at(-1)?.id ?? '';
    }
    if (withdrawn) await withdraw(database, { uid, id: last }, Math.round((first + now) / 2));
  }
  let folded = 0;
  for (let more = Infinity; more > 0; folded += more) more = await foldPublications(database, now);
  return `${PUBLISHERS.length} demonstration members publish, over ${folded} settled signals.`;
}

/** How long ago the demonstration's session began, and how long it took (minutes). */
const BEGAN = 150;
const LASTED = 60;

interface SaidNote {
  /** Minutes after the beginning. */
  readonly minute: number;
  readonly content: LiveNoteRecord['content'];
}

/** What was said in the demonstration's session. */
const SAID: readonly SaidNote[] = [
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
      text: 'Round, and touched twice today.',
    },
  },
  {
    minute: 21,
    content: {
      kind: 'question',
      name: 'Chidi E.',
      text: 'Do you enter when the price is past its worst?',
      answer: 'No. One that is past is left out, whatever came of the last.',
    },
  },
  {
    minute: 55,
    content: {
      kind: 'note',
      text: 'That is it for today. The figures beside this are of these signals alone.',
    },
  },
];

const at = (time: number) => Timestamp.fromMillis(time);

function noteWrite({ minute, content }: SaidNote, index: number, id: string, began: number): Write {
  const time = at(began + minute * MINUTE_MS);
  const uid = content.kind === 'question' ? 'seed-essential' : null;
  const data = { session: id, uid, content, gone: null, createdAt: time, updatedAt: time };
  liveNoteDocumentSchema.parse(data);
  return { path: `liveNotes/5eed0000-0000-4000-8000-0000000001${10 + index}`, data, once: false };
}

/** The specified calendar with one more session, which begins on the next full hour. */
function calendarWrite(now: number): Write {
  const next = Math.ceil((now + 20 * MINUTE_MS) / (60 * MINUTE_MS)) * 60 * MINUTE_MS;
  const begins = new Date(next);
  const demonstration: Plan = {
    id: 'demonstration',
    name: 'Demonstration',
    days: { type: 'once', day: begins.toISOString().slice(0, 10) },
    minute: begins.getUTCHours() * 60,
    minutes: 60,
    cancelled: [],
  };
  const data = { ...calendarOf([...SPECIFIED_PLANS, demonstration]), updatedAt: at(now) };
  liveCalendarDocument.parse(data);
  return { path: 'liveCalendar/plans', data, once: false };
}

/**
 * A live session that was held, with its notes, and one that is coming up; both marked as the demonstration's. `now` in
 * epoch ms.
 */
export function liveWrites(now: number): readonly Write[] {
  const began = now - BEGAN * MINUTE_MS;
  const ended = began + LASTED * MINUTE_MS;
  const id = `demonstration-${new Date(began).toISOString().slice(0, 10).replaceAll('-', '')}-held`;
  const data = {
    name: 'Questions and answers',
    startsAt: at(began),
    endsAt: at(ended),
    openedAt: at(began),
    closedAt: at(ended),
    viewers: 2,
    countedAt: at(ended),
    seeded: true,
  };
  liveSessionDocumentSchema.parse(data);
  return [
    { path: `liveSessions/${id}`, data, once: false },
    ...SAID.map((note, index) => noteWrite(note, index, id, began)),
    calendarWrite(now),
  ];
}
