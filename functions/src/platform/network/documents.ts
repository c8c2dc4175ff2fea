import {
  postDocumentSchema,
  type PostRecord,
  type TextRoom,
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

/** The document stores `silence` in `mutedUntil`, `bannedAt` and `reason`. */
export interface NetworkMemberRecord extends Omit<
  StoredMember,
  'mutedUntil' | 'bannedAt' | 'reason'
> {
  readonly silence: Silence | null;
}

export type PostCase = z.infer<typeof postCaseDocument>;

const ROOM_COLLECTIONS = {
  network: (firestore: Firestore) => firestore.collection('posts'),
  essential: (firestore: Firestore) => firestore.collection('messages'),
} as const satisfies Record<TextRoom, (firestore: Firestore) => CollectionReference>;

export const getRoomPostsCollection = (firestore: Firestore, room: TextRoom): CollectionReference =>
  ROOM_COLLECTIONS[room](firestore);

export const roomRef = (firestore: Firestore, room: TextRoom) =>
  firestore.collection('rooms').doc(room);

export const postRef = (firestore: Firestore, room: TextRoom, id: string) =>
  getRoomPostsCollection(firestore, room).doc(id);

export const networkMemberRef = (firestore: Firestore, uid: string) =>
  firestore.collection('networkMembers').doc(uid);

export const postCaseRef = (firestore: Firestore, id: string) =>
  firestore.collection('postCases').doc(id);

export const parsePost = (snapshot: DocumentSnapshot): PostRecord | null =>
  parseDocument(postDocumentSchema, snapshot);

const toTimestamp = (at: number | null) => (at === null ? null : Timestamp.fromMillis(at));

export const toStoredPost = (post: PostRecord) => ({
  ...post,
  editedAt: toTimestamp(post.editedAt),
  createdAt: Timestamp.fromMillis(post.createdAt),
  updatedAt: Timestamp.fromMillis(post.updatedAt),
});

export const createNetworkMember = (uid: string): NetworkMemberRecord => ({
  uid,
  posts: 0,
  lastPostAt: null,
  seenAt: null,
  mentionedAt: null,
  silence: null,
  blocked: [],
});

export function parseNetworkMember(uid: string, snapshot: DocumentSnapshot): NetworkMemberRecord {
  const stored = parseDocument(networkMemberDocument, snapshot);
  if (!stored) return createNetworkMember(uid);
  const { mutedUntil: until, bannedAt: at, reason: storedReason, ...member } = stored;
  const reason = storedReason ?? '';
  if (at !== null) return { ...member, silence: { kind: 'banned', at, reason } };
  return { ...member, silence: until === null ? null : { kind: 'muted', until, reason } };
}

export const toStoredMember = ({ silence, ...member }: NetworkMemberRecord) => ({
  ...member,
  lastPostAt: toTimestamp(member.lastPostAt),
  seenAt: toTimestamp(member.seenAt),
  mentionedAt: toTimestamp(member.mentionedAt),
  mutedUntil: toTimestamp(silence?.kind === 'muted' ? silence.until : null),
  bannedAt: toTimestamp(silence?.kind === 'banned' ? silence.at : null),
  reason: silence && silence.reason,
});

/** Adds kinds and reports to a case, and reopens or creates it. */
export function mergeCase(
  previous: PostCase | null,
  { room, uid }: { readonly room: TextRoom; readonly uid: string | null },
  { kinds, reports }: { readonly kinds: readonly CaseKind[]; readonly reports: number },
  now: number,
): PostCase {
  const previousKinds = previous?.kinds ?? [];
  return {
    room,
    uid,
    kinds: [...previousKinds, ...kinds.filter((kind) => !previousKinds.includes(kind))],
    reports: (previous?.reports ?? 0) + reports,
    state: 'open',
    createdAt: previous?.createdAt ?? now,
    updatedAt: now,
  };
}

export const toStoredCase = (postCase: PostCase) => ({
  ...postCase,
  createdAt: Timestamp.fromMillis(postCase.createdAt),
  updatedAt: Timestamp.fromMillis(postCase.updatedAt),
});

export const parsePostCase = (snapshot: DocumentSnapshot): PostCase | null =>
  parseDocument(postCaseDocument, snapshot);
