import type { StaffAction } from '@quantalgo/contracts/console/console';
import { toIso } from '@quantalgo/contracts/core/time';
import type { PostCaseView, Restriction } from '@quantalgo/contracts/network/moderationEndpoints';
import { erasePost, type ModerationReason, toPost } from '@quantalgo/contracts/network/post';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { postReportDocument } from '../../collections/network';
import { applyRestriction } from '../../domain/network/network';
import { parseDocument, readAll } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { recordStaffAction } from '../core/staffActions';
import { readUser, userRef } from '../account/users';
import { deletePictureFile, readPictureOfPost } from '../submissions/pictures';
import { filterMembersToNotify, queueMentionPushes, readRepliedToMember } from './mentions';
import {
  parseNetworkMember,
  networkMemberRef,
  type PostCase,
  parsePostCase,
  postCaseRef,
  parsePost,
  postRef,
  toStoredMember,
  toStoredPost,
} from './documents';

const MAX_LISTED_CASES = 50;
const MAX_LISTED_REPORTS = 50;

async function readAuthor(
  firestore: Firestore,
  uid: string | null,
): Promise<PostCaseView['author']> {
  if (uid === null) return null;
  const [user, memberSnapshot] = await Promise.all([
    readUser(firestore, uid),
    networkMemberRef(firestore, uid).get(),
  ]);
  if (!user) return null;
  const { silence } = parseNetworkMember(uid, memberSnapshot);
  return {
    fullName: user.fullName,
    email: user.email,
    mutedUntil: silence?.kind === 'muted' ? toIso(silence.until) : null,
    banned: silence?.kind === 'banned',
  };
}

async function readReports(firestore: Firestore, id: string): Promise<string[]> {
  const reports = firestore.collection('postReports').where('post', '==', id);
  const { docs } = await reports.limit(MAX_LISTED_REPORTS).get();
  return docs.map((report) => parseDocument(postReportDocument, report).reason);
}

async function readCaseViews(
  firestore: Firestore,
  id: string,
  postCase: PostCase,
): Promise<PostCaseView[]> {
  const [postSnapshot, reports, author] = await Promise.all([
    postRef(firestore, postCase.room, id).get(),
    postCase.reports > 0 ? readReports(firestore, id) : [],
    readAuthor(firestore, postCase.uid),
  ]);
  const post = parsePost(postSnapshot);
  if (!post) return [];
  const { room, kinds, createdAt } = postCase;
  const since = toIso(createdAt);
  return [{ post: toPost(id, post), room, kinds: [...kinds], reports, since, author }];
}

export async function listPostCases(firestore: Firestore): Promise<PostCaseView[]> {
  const openCases = firestore.collection('postCases').where('state', '==', 'open');
  const { docs } = await openCases.orderBy('createdAt', 'asc').limit(MAX_LISTED_CASES).get();
  const views = docs.map(async (document) => {
    const postCase = parsePostCase(document);
    return postCase ? readCaseViews(firestore, document.id, postCase) : [];
  });
  return (await Promise.all(views)).flat();
}

interface ModerationContext {
  readonly by: string;
  readonly now: number;
}

async function preparePostCountIncrement(
  firestore: Firestore,
  transaction: Transaction,
  uid: string | null,
): Promise<() => void> {
  if (uid === null) return () => undefined;
  const reference = networkMemberRef(firestore, uid);
  const member = parseNetworkMember(uid, await transaction.get(reference));
  return () => transaction.set(reference, toStoredMember({ ...member, posts: member.posts + 1 }));
}

interface PostDecision {
  readonly id: string;
  readonly removalReason: ModerationReason | null;
  /** Publishes a held post without its picture, which must be missing. */
  readonly withoutPicture?: boolean | undefined;
}

/**
 * Removes a post, or keeps it and publishes it if it was held. Removing a published post erases its
 * content. A held one stays visible to its author, with the reason, and can't be published later.
 * Safe to repeat; each call adds an audit entry.
 * @returns `pictureMissing`: a held post's picture could be uploaded after the decision, unseen;
 * `pictureArrived`: the post was to be published without it
 */
export async function decidePost(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  { id, removalReason, withoutPicture = false }: PostDecision,
  { by, now }: ModerationContext,
): Promise<'decided' | 'missing' | 'rejected' | 'removed' | 'pictureMissing' | 'pictureArrived'> {
  const decision = await firestore.runTransaction(async (transaction) => {
    const caseSnapshot = await transaction.get(postCaseRef(firestore, id));
    const room = parsePostCase(caseSnapshot)?.room ?? 'network';
    const postSnapshot = await transaction.get(postRef(firestore, room, id));
    const post = parsePost(postSnapshot);
    if (!post) return 'missing';
    if (removalReason === null && post.gone === 'removed') return 'removed';
    const shouldPublish = removalReason === null && !post.open && post.gone === null;
    if (shouldPublish && post.reason !== null) return 'rejected';
    const shouldErase = removalReason !== null && post.open && post.gone === null;
    const publishedPicture = withoutPicture ? null : post.picture;
    const picture = await readPictureOfPost(firestore, transaction, post);
    const hasArrived = picture?.isApproved === true;
    if (shouldPublish && post.picture !== null && hasArrived === withoutPicture)
      return hasArrived ? 'pictureArrived' : 'pictureMissing';
    const incrementPostCount = shouldPublish
      ? await preparePostCountIncrement(firestore, transaction, post.uid)
      : null;
    const parentPost =
      shouldPublish && room === 'network' && post.to !== null
        ? parsePost(await transaction.get(postRef(firestore, room, post.to)))
        : null;
    const repliedTo = await readRepliedToMember(firestore, transaction, {
      author: parentPost?.uid ?? null,
      by: post.uid,
    });
    const at = Timestamp.fromMillis(now);
    if (caseSnapshot.exists)
      transaction.update(caseSnapshot.ref, {
        state: 'closed',
        updatedAt: at,
        ...(removalReason !== null && post.open && { uid: null }),
      });
    incrementPostCount?.();
    if (post.uid !== null) {
      const membersToNotify = filterMembersToNotify(repliedTo, post.uid, now);
      queueMentionPushes(firestore, transaction, membersToNotify, { room, id }, now);
    }
    const erasedPicture = shouldErase ? picture : null;
    if (erasedPicture) transaction.delete(erasedPicture.reference);
    if (shouldPublish)
      transaction.set(
        postSnapshot.ref,
        toStoredPost({
          ...post,
          picture: publishedPicture,
          open: true,
          reason: null,
          updatedAt: now,
        }),
      );
    else if (removalReason !== null && post.gone === null)
      transaction.set(
        postSnapshot.ref,
        toStoredPost(
          post.open
            ? erasePost(post, 'removed', removalReason, now)
            : { ...post, reason: removalReason, updatedAt: now },
        ),
      );
    const action: StaffAction = removalReason === null ? 'post kept' : 'post removed';
    const reason = removalReason === null ? `post ${id}` : `post ${id}: ${removalReason}`;
    recordStaffAction(firestore, transaction, { by, uid: post.uid, action, reason, now });
    return { file: erasedPicture?.file ?? null };
  });
  if (typeof decision === 'string') return decision;
  if (decision.file !== null) await deletePictureFile(bucket, decision.file);
  return 'decided';
}

const RESTRICTION_ACTIONS = {
  mute: 'member muted',
  ban: 'member banned',
  lift: 'restriction lifted',
} as const satisfies Record<Restriction, StaffAction>;

export const restrictMember = (
  firestore: Firestore,
  {
    uid,
    restriction,
    reason,
  }: { readonly uid: string; readonly restriction: Restriction; readonly reason: ModerationReason },
  { by, now }: ModerationContext,
): Promise<boolean> =>
  firestore.runTransaction(async (transaction) => {
    const reference = networkMemberRef(firestore, uid);
    const [user, memberSnapshot] = await readAll(transaction, userRef(firestore, uid), reference);
    if (!user.exists) return false;
    const member = parseNetworkMember(uid, memberSnapshot);
    const silence = applyRestriction(member.silence, { restriction, reason }, now);
    transaction.set(reference, toStoredMember({ ...member, silence }));
    const action = RESTRICTION_ACTIONS[restriction];
    recordStaffAction(firestore, transaction, { by, uid, action, reason, now });
    return true;
  });
