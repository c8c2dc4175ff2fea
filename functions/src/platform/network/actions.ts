import { getEffectiveTier } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import { formatPublicName } from '@quantalgo/contracts/account/shownName';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import {
  EDIT_WINDOW_MS,
  erasePost,
  isEditable,
  type NetworkAction,
  type Post,
  type PostedSignal,
  type PostRecord,
  toPost,
  type EmbedReference,
  TEXT_ROOMS,
  type TextRoom,
} from '@quantalgo/contracts/network/post';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { findEditProblem, judgePost, getSilenceReason } from '../../domain/network/network';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember } from '../account/users';
import { readPostedEmbed } from './embeds';
import { deletePictureFile, readPictureOfPost } from '../submissions/pictures';
import {
  mergeCase,
  parseNetworkMember,
  type NetworkMemberRecord,
  networkMemberRef,
  parsePostCase,
  postCaseRef,
  parsePost,
  postRef,
  toStoredCase,
  toStoredMember,
  toStoredPost,
} from './documents';
import {
  filterMembersToNotify,
  queueMentionPushes,
  readRepliedToMember,
  readMentionedMembers,
} from './mentions';

/** `message` is shown to the member. */
export class ActionRefusedError extends Error {
  override readonly name = 'ActionRefusedError';

  constructor(
    message: string,
    readonly status: 403 | 404 | 409,
  ) {
    super(message);
  }
}

export class SlowModeError extends Error {
  override readonly name = 'SlowModeError';

  constructor(readonly waitMs: number) {
    super('New members must wait between posts');
  }
}

interface ActionContext {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly room: TextRoom;
  readonly mentions: readonly string[];
  readonly call: IdempotentCall;
  readonly author: UserRecord;
  readonly isStaff: boolean;
  readonly member: NetworkMemberRecord;
  readonly filesToDelete: string[];
  readonly now: number;
}

type ActionByName<A extends NetworkAction['action']> = Extract<NetworkAction, { action: A }>;

const createGoneError = () => new ActionRefusedError('This post no longer exists', 404);

async function readSettledSignal(
  { firestore, transaction }: ActionContext,
  slot: string | null,
): Promise<PostedSignal | null> {
  if (slot === null) return null;
  const snapshot = await transaction.get(firestore.collection('signals').doc(slot));
  const signal = parseDocument(signalDocumentSchema, snapshot);
  if (!signal?.settlement) throw new ActionRefusedError('Only a settled signal can be posted', 409);
  const { id, pair, direction, settlement, entered } = signal;
  const { outcome, level } = settlement;
  return { id, pair, direction, outcome, level, ...(entered !== undefined && { entered }) };
}

async function readEmbed({ firestore, transaction, call }: ActionContext, request: EmbedReference) {
  const embed = await readPostedEmbed(firestore, transaction, call.uid, request);
  if (embed) return embed;
  const reason =
    request.kind === 'configuration'
      ? 'Only a configuration that you published can be posted'
      : 'Your journal has no entry for that day';
  throw new ActionRefusedError(reason, 409);
}

/**
 * @returns the author of the post that `to` names; null if `to` is null
 * @throws ActionRefusedError if that post is gone, held, or itself a reply
 */
async function requireReplyTarget(
  { firestore, transaction, room }: ActionContext,
  to: string | null,
): Promise<string | null> {
  if (to === null) return null;
  const post = parsePost(await transaction.get(postRef(firestore, room, to)));
  if (!post?.open || post.to !== null) throw createGoneError();
  if (post.gone !== null)
    throw new ActionRefusedError('The post you replied to has been deleted', 409);
  return post.uid;
}

/**
 * Reports, cases and likes store a post's id without its room, so ids are unique across rooms.
 * @throws ActionRefusedError
 */
async function requireNewId({ firestore, transaction, call }: ActionContext) {
  const references = TEXT_ROOMS.map((room) => postRef(firestore, room, call.key));
  const snapshots = await transaction.getAll(...references);
  if (snapshots.some(({ exists }) => exists))
    throw new ActionRefusedError('A post with this id already exists', 409);
}

/** Null if the case belongs to a post with the same id in another room. */
async function readCase({ firestore, transaction, room }: ActionContext, id: string) {
  const snapshot = await transaction.get(postCaseRef(firestore, id));
  const postCase = parsePostCase(snapshot);
  return postCase === null || postCase.room === room ? { reference: snapshot.ref, postCase } : null;
}

function getByline({
  call: { uid },
  author,
  isStaff,
}: ActionContext): Pick<PostRecord, 'name' | 'staff'> {
  const staff = isStaff && author.staff;
  const name = formatPublicName({ uid, fullName: author.fullName, staff });
  return staff ? { name, staff } : { name };
}

/** Uses the call's key as the post's id. */
async function write(context: ActionContext, action: ActionByName<'write'>) {
  const { to, text, signal: slot, embed, picture = null } = action;
  const { firestore, transaction, room, call, author, member, now } = context;
  const reference = postRef(firestore, room, call.key);
  const mentionRequest = { by: call.uid, text, uids: context.mentions };
  const mentionedPeople = await readMentionedMembers(firestore, transaction, mentionRequest);
  const names = mentionedPeople.map(({ name }) => name);
  const judgement = judgePost(member, { text, picture, names }, now);
  if (judgement.type === 'refused') throw new ActionRefusedError(judgement.reason, 403);
  if (judgement.type === 'slowed') throw new SlowModeError(judgement.waitMs);
  await requireNewId(context);
  const repliedToAuthor = await requireReplyTarget(context, to);
  const isMentioned = mentionedPeople.some(({ member: { uid } }) => uid === repliedToAuthor);
  const repliedToMembers = await readRepliedToMember(firestore, transaction, {
    author: isMentioned ? null : repliedToAuthor,
    by: call.uid,
  });
  const post: PostRecord = {
    uid: call.uid,
    ...getByline(context),
    // Staff may post without a tier, but don't get a tier badge for it.
    tier: getEffectiveTier({ ...author, staff: false }),
    to,
    text,
    signal: await readSettledSignal(context, slot),
    embed: embed ? await readEmbed(context, embed) : null,
    picture,
    open: judgement.open,
    gone: null,
    reason: null,
    likes: 0,
    seeded: false,
    editedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  transaction.create(reference, toStoredPost(post));
  const posts = member.posts + (judgement.open ? 1 : 0);
  const storedMember = toStoredMember({ ...member, posts, lastPostAt: now });
  transaction.set(networkMemberRef(firestore, call.uid), storedMember);
  if (judgement.kinds.length > 0) {
    const openedCase = mergeCase(
      null,
      { room, uid: call.uid },
      { kinds: judgement.kinds, reports: 0 },
      now,
    );
    transaction.set(postCaseRef(firestore, call.key), toStoredCase(openedCase));
  }
  if (judgement.open) {
    const people = [...mentionedPeople, ...repliedToMembers];
    const membersToNotify = filterMembersToNotify(people, call.uid, now);
    queueMentionPushes(firestore, transaction, membersToNotify, { room, id: call.key }, now);
  }
  return post;
}

async function requireOwnPost(
  { firestore, transaction, room, call }: ActionContext,
  id: string,
): Promise<PostRecord> {
  const post = parsePost(await transaction.get(postRef(firestore, room, id)));
  if (post?.uid !== call.uid || post.gone !== null) throw createGoneError();
  return post;
}

async function edit(
  context: ActionContext,
  { id, text }: ActionByName<'edit'>,
): Promise<PostRecord> {
  const { firestore, transaction, room, member, now } = context;
  const post = await requireOwnPost(context, id);
  const refusal = getSilenceReason(member, now) ?? findEditProblem(member, text);
  if (refusal !== null) throw new ActionRefusedError(refusal, 403);
  if (!isEditable(post, now))
    throw new ActionRefusedError(
      `Posts can be edited only for the first ${formatDuration(EDIT_WINDOW_MS)}`,
      409,
    );
  const { staff: _mark, ...postWithoutStaffMark } = post;
  const editedPost = {
    ...postWithoutStaffMark,
    ...getByline(context),
    text,
    editedAt: now,
    updatedAt: now,
  };
  transaction.set(postRef(firestore, room, id), toStoredPost(editedPost));
  return editedPost;
}

/** Leaves a placeholder, because replies refer to the post. Banned members may delete, too. */
async function remove(context: ActionContext, { id }: ActionByName<'delete'>): Promise<PostRecord> {
  const { firestore, transaction, room, now } = context;
  const post = await requireOwnPost(context, id);
  const [picture, storedCase] = await Promise.all([
    readPictureOfPost(firestore, transaction, post),
    readCase(context, id),
  ]);
  // Devices receive only open posts, and a held one must disappear from its author's devices, too.
  const placeholder = { ...erasePost(post, 'deleted', null, now), open: true };
  transaction.set(postRef(firestore, room, id), toStoredPost(placeholder));
  if (storedCase) transaction.delete(storedCase.reference);
  if (picture) {
    transaction.delete(picture.reference);
    context.filesToDelete.push(picture.file);
  }
  return placeholder;
}

/** Pinned staff notes can't be liked or reported. */
async function requireVisiblePost(
  { firestore, transaction, room }: ActionContext,
  id: string,
): Promise<PostRecord> {
  const post = parsePost(await transaction.get(postRef(firestore, room, id)));
  if (!post?.open || post.gone !== null || post.pinned === true) throw createGoneError();
  return post;
}

/** Each like is a separate document, because many members may like a post at once. */
async function like(context: ActionContext, { id, on }: ActionByName<'like'>): Promise<PostRecord> {
  const { firestore, transaction, call, now } = context;
  const post = await requireVisiblePost(context, id);
  const reference = firestore.collection('postLikes').doc(`${id}_${call.uid}`);
  const at = Timestamp.fromMillis(now);
  transaction.set(reference, { uid: call.uid, post: id, on, at });
  return post;
}

/** Counts only a member's first report of a post. */
async function report(
  context: ActionContext,
  { id, reason }: ActionByName<'report'>,
): Promise<PostRecord> {
  const { firestore, transaction, room, call, now } = context;
  const post = await requireVisiblePost(context, id);
  if (post.uid === call.uid) throw new ActionRefusedError('You can’t report your own post', 403);
  const reference = firestore.collection('postReports').doc(`${id}_${call.uid}`);
  const [reportSnapshot, storedCase] = await Promise.all([
    transaction.get(reference),
    readCase(context, id),
  ]);
  if (reportSnapshot.exists || storedCase === null) return post;
  const author = { room, uid: post.uid };
  const openedCase = mergeCase(storedCase.postCase, author, { kinds: ['report'], reports: 1 }, now);
  const at = Timestamp.fromMillis(now);
  transaction.create(reference, { uid: call.uid, post: id, reason, at });
  transaction.set(storedCase.reference, toStoredCase(openedCase));
  return post;
}

/** Limited, because every device of the member syncs the whole list. */
const MAX_BLOCKED_AUTHORS = 500;

function block(
  { firestore, transaction, call, member }: ActionContext,
  { author, on }: ActionByName<'block'>,
): null {
  const otherAuthors = member.blocked.filter((uid) => uid !== author);
  if (on && otherAuthors.length >= MAX_BLOCKED_AUTHORS)
    throw new ActionRefusedError(`You can hide at most ${MAX_BLOCKED_AUTHORS} authors`, 409);
  const blocked = on && author !== call.uid ? [...otherAuthors, author] : otherAuthors;
  transaction.set(networkMemberRef(firestore, call.uid), toStoredMember({ ...member, blocked }));
  return null;
}

function applyAction(context: ActionContext, action: NetworkAction): Promise<PostRecord> | null {
  switch (action.action) {
    case 'write':
      return write(context, action);
    case 'edit':
      return edit(context, action);
    case 'delete':
      return remove(context, action);
    case 'like':
      return like(context, action);
    case 'report':
      return report(context, action);
    case 'block':
      return block(context, action);
  }
}

const getPostId = (action: NetworkAction, call: IdempotentCall): string | null => {
  if (action.action === 'block') return null;
  return action.action === 'write' ? call.key : action.id;
};

/**
 * Idempotent per call key.
 * @throws KeyReusedError, MemberGoneError, ActionRefusedError, or SlowModeError (retry the same
 * call later)
 */
export async function performRoomAction(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  { room, mentions, isStaff }: Pick<ActionContext, 'room' | 'mentions' | 'isStaff'>,
  call: IdempotentCall,
  action: NetworkAction,
  now: number,
): Promise<Post | null> {
  const id = getPostId(action, call);
  const { post, filesToDelete } = await firestore.runTransaction(async (transaction) => {
    const author = await requireMember(firestore, transaction, call.uid);
    const filesToDelete: string[] = [];
    if (await wasCallApplied(firestore, transaction, call)) {
      const snapshot = id === null ? null : await transaction.get(postRef(firestore, room, id));
      const stored = snapshot && parsePost(snapshot);
      const isVisible = stored?.open === true || stored?.uid === call.uid;
      return { post: isVisible ? stored : null, filesToDelete };
    }
    const memberSnapshot = await transaction.get(networkMemberRef(firestore, call.uid));
    const member = parseNetworkMember(call.uid, memberSnapshot);
    const context = {
      firestore,
      transaction,
      room,
      mentions,
      call,
      author,
      isStaff,
      member,
      filesToDelete,
      now,
    };
    const newPost = await applyAction(context, action);
    rememberCall(firestore, transaction, call, now);
    return { post: newPost, filesToDelete };
  });
  for (const file of filesToDelete) await deletePictureFile(bucket, file);
  return post && id !== null ? toPost(id, post) : null;
}
