import {
  postDocumentSchema,
  type PostRecord,
  type WrittenRoom,
} from '@quantalgo/contracts/network/post';
import {
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { networkMemberDocument, postCaseDocument } from '../../collections/network';
import type { CaseKind, Silence } from '../../domain/network/network';
import { parseDocument } from '../core/documents';

type StoredMember = z.infer<typeof networkMemberDocument>;

/** What the room knows of a member, with what silences them as one value: stored, it is in three fields. */
export interface NetworkMemberRecord extends Omit<
  StoredMember,
  'mutedUntil' | 'bannedAt' | 'reason'
> {
  readonly silence: Silence | null;
}

export type PostCase = z.infer<typeof postCaseDocument>;

const WRITTEN_IN = {
  network: (firestore: Firestore) => firestore.collection('posts'),
  essential: (firestore: Firestore) => firestore.collection('messages'),
} as const satisfies Record<WrittenRoom, (firestore: Firestore) => CollectionReference>;

/** What members write in a room. */
export const postsIn = (firestore: Firestore, room: WrittenRoom): CollectionReference =>
  WRITTEN_IN[room](firestore);

/** The figures of a room, and what else is known of the whole of it. */
export const roomRef = (firestore: Firestore, room: WrittenRoom) =>
  firestore.collection('rooms').doc(room);

export const postRef = (firestore: Firestore, room: WrittenRoom, id: string) =>
  postsIn(firestore, room).doc(id);

export const networkMemberRef = (firestore: Firestore, uid: string) =>
  firestore.collection('networkMembers').doc(uid);

export const postCaseRef = (firestore: Firestore, id: string) =>
  firestore.collection('postCases').doc(id);

export const postIn = (snapshot: DocumentSnapshot): PostRecord | null =>
  parseDocument(postDocumentSchema, snapshot);

const timeOf = (at: number | null) => (at === null ? null : Timestamp.fromMillis(at));

/** A post as it is stored. */
export const storedPost = (post: PostRecord) => ({
  ...post,
  editedAt: timeOf(post.editedAt),
  createdAt: Timestamp.fromMillis(post.createdAt),
  updatedAt: Timestamp.fromMillis(post.updatedAt),
});

/** What the room knows of a member of whom nothing is stored. */
const newcomer = (uid: string): NetworkMemberRecord => ({
  uid,
  posts: 0,
  lastPostAt: null,
  seenAt: null,
  mentionedAt: null,
  silence: null,
  blocked: [],
});

export function networkMemberIn(uid: string, snapshot: DocumentSnapshot): NetworkMemberRecord {
  const stored = parseDocument(networkMemberDocument, snapshot);
  if (!stored) return newcomer(uid);
  const { mutedUntil: until, bannedAt: at, reason: why, ...member } = stored;
  const reason = why ?? '';
  if (at !== null) return { ...member, silence: { kind: 'banned', at, reason } };
  return { ...member, silence: until === null ? null : { kind: 'muted', until, reason } };
}

/** A member of the room as it is stored. */
export const storedMember = ({ silence, ...member }: NetworkMemberRecord) => ({
  ...member,
  lastPostAt: timeOf(member.lastPostAt),
  seenAt: timeOf(member.seenAt),
  mentionedAt: timeOf(member.mentionedAt),
  mutedUntil: timeOf(silence?.kind === 'muted' ? silence.until : null),
  bannedAt: timeOf(silence?.kind === 'banned' ? silence.at : null),
  reason: silence && silence.reason,
});

/** A case of a post for another reason, with those of before. A closed one is open again. */
export function caseWith(
  before: PostCase | null,
  { room, uid }: { readonly room: WrittenRoom; readonly uid: string | null },
  { kinds, reports }: { readonly kinds: readonly CaseKind[]; readonly reports: number },
  now: number,
): PostCase {
  const known = before?.kinds ?? [];
  return {
    room,
    uid,
    kinds: [...known, ...kinds.filter((kind) => !known.includes(kind))],
    reports: (before?.reports ?? 0) + reports,
    state: 'open',
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

/** A case as it is stored. */
export const storedCase = (one: PostCase) => ({
  ...one,
  createdAt: Timestamp.fromMillis(one.createdAt),
  updatedAt: Timestamp.fromMillis(one.updatedAt),
});

export const postCaseIn = (snapshot: DocumentSnapshot): PostCase | null =>
  parseDocument(postCaseDocument, snapshot);
