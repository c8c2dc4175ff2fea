import { postDocumentSchema, STRANGER_POSTS } from '@quantalgo/contracts';
import { networkMemberDocument } from '@quantalgo/functions/networkDocuments';
import type { Write } from '@quantalgo/functions/platform/record/ledger';
import { Timestamp } from 'firebase-admin/firestore';

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

/** A few posts of the Trader's Network, marked as the demonstration's, by members who are no strangers there. */
export const networkWrites = (now: number): readonly Write[] => [
  ...POSTS.map((post, index) => postWrite(post, index, now)),
  memberWrite('starter'),
  memberWrite('essential'),
];
