import type { StaffAction } from '@quantalgo/contracts/console/console';
import { iso } from '@quantalgo/contracts/core/time';
import type { PostCaseView, Restriction } from '@quantalgo/contracts/network/moderationEndpoints';
import { emptied, type ModerationReason, toPost } from '@quantalgo/contracts/network/post';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { postReportDocument } from '../../collections/network';
import { restricted } from '../../domain/network/network';
import { parseDocument, readAll } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { recordStaffAction } from '../core/staffActions';
import { readUser, userRef } from '../account/users';
import { deletePictureFile, pictureOfPost } from '../submissions/pictures';
import {
  networkMemberIn,
  networkMemberRef,
  type PostCase,
  postCaseIn,
  postCaseRef,
  postIn,
  postRef,
  storedMember,
  storedPost,
} from './documents';

/** Cases that the console lists, the oldest. */
const CASES_LISTED = 50;

async function authorOf(firestore: Firestore, uid: string | null): Promise<PostCaseView['author']> {
  if (uid === null) return null;
  const [user, found] = await Promise.all([
    readUser(firestore, uid),
    networkMemberRef(firestore, uid).get(),
  ]);
  if (!user) return null;
  const { silence } = networkMemberIn(uid, found);
  return {
    fullName: user.fullName,
    email: user.email,
    mutedUntil: silence?.kind === 'muted' ? iso(silence.until) : null,
    banned: silence?.kind === 'banned',
  };
}

async function reportsOf(firestore: Firestore, id: string): Promise<string[]> {
  const reports = firestore.collection('postReports').where('post', '==', id);
  const { docs } = await reports.limit(CASES_LISTED).get();
  return docs.flatMap((one) => parseDocument(postReportDocument, one)?.reason ?? []);
}

async function viewOf(firestore: Firestore, id: string, one: PostCase): Promise<PostCaseView[]> {
  const [found, reports, author] = await Promise.all([
    postRef(firestore, one.room, id).get(),
    one.reports > 0 ? reportsOf(firestore, id) : [],
    authorOf(firestore, one.uid),
  ]);
  const post = postIn(found);
  if (!post) return [];
  const { room, kinds, createdAt } = one;
  const since = iso(createdAt);
  return [{ post: toPost(id, post), room, kinds: [...kinds], reports, since, author }];
}

/** The posts that wait for moderators, the oldest first. */
export async function listPostCases(firestore: Firestore): Promise<PostCaseView[]> {
  const waiting = firestore.collection('postCases').where('state', '==', 'open');
  const { docs } = await waiting.orderBy('createdAt', 'asc').limit(CASES_LISTED).get();
  const views = docs.map(async (document) => {
    const one = postCaseIn(document);
    return one ? viewOf(firestore, document.id, one) : [];
  });
  return (await Promise.all(views)).flat();
}

/** An act of a moderator. `now` in epoch ms. */
interface Moderating {
  readonly by: string;
  readonly now: number;
}

/** Counts an author's post that has just become open. */
async function countOpened(
  firestore: Firestore,
  transaction: Transaction,
  uid: string | null,
): Promise<() => void> {
  if (uid === null) return () => undefined;
  const reference = networkMemberRef(firestore, uid);
  const member = networkMemberIn(uid, await transaction.get(reference));
  return () => transaction.set(reference, storedMember({ ...member, posts: member.posts + 1 }));
}

/**
 * Decides about a post: removes it for a reason, or leaves it; a held one is then published. A removed open post is
 * emptied, a refused one stays with its author alone. Decided twice alike, it changes nothing more.
 * @returns false where there is no such post
 */
export async function decidePost(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  { id, removeFor }: { readonly id: string; readonly removeFor: ModerationReason | null },
  { by, now }: Moderating,
): Promise<boolean> {
  const decided = await firestore.runTransaction(async (transaction) => {
    const caseFound = await transaction.get(postCaseRef(firestore, id));
    const room = postCaseIn(caseFound)?.room ?? 'network';
    const found = await transaction.get(postRef(firestore, room, id));
    const post = postIn(found);
    if (!post) return null;
    const isPublished = removeFor === null && !post.open && post.gone === null;
    const isEmptied = removeFor !== null && post.open && post.gone === null;
    const picture = isEmptied ? await pictureOfPost(firestore, transaction, post) : null;
    const count = isPublished ? await countOpened(firestore, transaction, post.uid) : null;
    const at = Timestamp.fromMillis(now);
    if (caseFound.exists)
      transaction.update(caseFound.ref, {
        state: 'closed',
        updatedAt: at,
        ...(removeFor !== null && post.open && { uid: null }),
      });
    count?.();
    if (picture) transaction.delete(picture.reference);
    if (isPublished)
      transaction.set(found.ref, storedPost({ ...post, open: true, reason: null, updatedAt: now }));
    else if (removeFor !== null && post.gone === null)
      transaction.set(
        found.ref,
        storedPost(
          post.open
            ? emptied(post, 'removed', removeFor, now)
            : { ...post, reason: removeFor, updatedAt: now },
        ),
      );
    const action: StaffAction = removeFor === null ? 'post left' : 'post removed';
    const reason = removeFor === null ? `post ${id}` : `post ${id}: ${removeFor}`;
    recordStaffAction(firestore, transaction, { by, uid: post.uid, action, reason, now });
    return { file: picture?.file ?? null };
  });
  if (!decided) return false;
  if (decided.file !== null) await deletePictureFile(bucket, decided.file);
  return true;
}

const ACTIONS = {
  mute: 'member muted',
  ban: 'member banned',
  lift: 'restriction lifted',
} as const satisfies Record<Restriction, StaffAction>;

/**
 * Mutes or bans a member of the room, or lifts both; writes of theirs are refused from this commit on.
 * @returns false where there is no such member
 */
export const restrictMember = (
  firestore: Firestore,
  {
    uid,
    restriction,
    reason,
  }: { readonly uid: string; readonly restriction: Restriction; readonly reason: ModerationReason },
  { by, now }: Moderating,
): Promise<boolean> =>
  firestore.runTransaction(async (transaction) => {
    const reference = networkMemberRef(firestore, uid);
    const [user, found] = await readAll(transaction, userRef(firestore, uid), reference);
    if (!user.exists) return false;
    const member = networkMemberIn(uid, found);
    const silence = restricted(member.silence, { restriction, reason }, now);
    transaction.set(reference, storedMember({ ...member, silence }));
    const action = ACTIONS[restriction];
    recordStaffAction(firestore, transaction, { by, uid, action, reason, now });
    return true;
  });
