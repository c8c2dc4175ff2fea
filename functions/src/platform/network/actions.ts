import { openTier } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import { publicName } from '@quantalgo/contracts/account/shownName';
import { durationText } from '@quantalgo/contracts/core/durations';
import {
  EDITABLE_MS,
  emptied,
  isEditable,
  type NetworkAct,
  type Post,
  type PostedSignal,
  type PostRecord,
  toPost,
  type WantedEmbed,
  WRITTEN_ROOMS,
  type WrittenRoom,
} from '@quantalgo/contracts/network/post';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { editProblem, judgePost, silenceOf } from '../../domain/network/network';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { memberIn } from '../account/users';
import { postedEmbed } from './embeds';
import { deletePictureFile, pictureOfPost } from '../submissions/pictures';
import {
  caseWith,
  networkMemberIn,
  type NetworkMemberRecord,
  networkMemberRef,
  postCaseIn,
  postCaseRef,
  postIn,
  postRef,
  storedCase,
  storedMember,
  storedPost,
} from './documents';
import { membersToNotify, mentionedMembers, queueMentionPushes } from './mentions';

/** An act that the room refuses, with the reason as a sentence for the member. */
export class ActRefusedError extends Error {
  override readonly name = 'ActRefusedError';

  constructor(
    message: string,
    readonly status: 403 | 404 | 409,
  ) {
    super(message);
  }
}

/** An act that a stranger may try again after `waitMs`. */
export class SlowModeError extends Error {
  override readonly name = 'SlowModeError';

  constructor(readonly waitMs: number) {
    super('The next post of a new member has to wait');
  }
}

interface Acting {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly room: WrittenRoom;
  /** Uids of members whom a message names. */
  readonly mentions: readonly string[];
  readonly call: IdempotentCall;
  readonly author: UserRecord;
  /** True for staff in a session with the rights of staff. */
  readonly isStaff: boolean;
  readonly member: NetworkMemberRecord;
  /** Files that are to be deleted once the act is stored. */
  readonly unneeded: string[];
  /** Epoch ms. */
  readonly now: number;
}

type ActOf<A extends NetworkAct['act']> = Extract<NetworkAct, { act: A }>;

const missing = () => new ActRefusedError('This post is gone', 404);

/** The settled signal of a slot, as the record has it. @throws ActRefusedError */
async function settledSignal(
  { firestore, transaction }: Acting,
  slot: string | null,
): Promise<PostedSignal | null> {
  if (slot === null) return null;
  const found = await transaction.get(firestore.collection('signals').doc(slot));
  const signal = parseDocument(signalDocumentSchema, found);
  if (!signal?.settlement) throw new ActRefusedError('Only a settled signal can be posted', 409);
  const { id, pair, direction, settlement } = signal;
  return { id, pair, direction, outcome: settlement.outcome, level: settlement.level };
}

/** @throws ActRefusedError where the member has no such thing */
async function embedded({ firestore, transaction, call }: Acting, wanted: WantedEmbed) {
  const embed = await postedEmbed(firestore, transaction, call.uid, wanted);
  if (embed) return embed;
  const why =
    wanted.kind === 'configuration'
      ? 'Only a configuration that you published can be posted'
      : 'Your journal has no entry for that day';
  throw new ActRefusedError(why, 409);
}

/** @throws ActRefusedError where the post that is answered is gone, waits for moderators, or is an answer itself */
async function needAnswerable({ firestore, transaction, room }: Acting, to: string | null) {
  if (to === null) return;
  const post = postIn(await transaction.get(postRef(firestore, room, to)));
  if (!post?.open || post.to !== null) throw missing();
  if (post.gone !== null) throw new ActRefusedError('The post you answered has been deleted', 409);
}

/** Reports, cases and likes name a post by its id alone, so no id is of two rooms. @throws ActRefusedError */
async function needNewId({ firestore, transaction, call }: Acting) {
  const places = WRITTEN_ROOMS.map((room) => postRef(firestore, room, call.key));
  const found = await transaction.getAll(...places);
  if (found.some(({ exists }) => exists))
    throw new ActRefusedError('There is another post with this id', 409);
}

/** The case of a post, to be changed; null where one of the same id in another room has it. */
async function caseOf({ firestore, transaction, room }: Acting, id: string) {
  const found = await transaction.get(postCaseRef(firestore, id));
  const known = postCaseIn(found);
  return known === null || known.room === room ? { reference: found.ref, known } : null;
}

/** How a post of the caller is signed, by their current record. */
function signature({ call: { uid }, author, isStaff }: Acting): Pick<PostRecord, 'name' | 'staff'> {
  const staff = isStaff && author.staff;
  const name = publicName({ uid, fullName: author.fullName, staff });
  return staff ? { name, staff } : { name };
}

/** Writes a post, whose id is the key of the call. @throws ActRefusedError @throws SlowModeError */
async function write(acting: Acting, wanted: ActOf<'write'>) {
  const { to, text, signal: slot, embed, picture = null } = wanted;
  const { firestore, transaction, room, call, author, member, now } = acting;
  const reference = postRef(firestore, room, call.key);
  const naming = { by: call.uid, text, uids: acting.mentions };
  const named = await mentionedMembers(firestore, transaction, naming);
  const names = named.map(({ name }) => name);
  const judged = judgePost(member, { text, picture, names }, now);
  if (judged.type === 'refused') throw new ActRefusedError(judged.why, 403);
  if (judged.type === 'slowed') throw new SlowModeError(judged.waitMs);
  await needNewId(acting);
  await needAnswerable(acting, to);
  const post: PostRecord = {
    uid: call.uid,
    ...signature(acting),
    // Staff may post without a tier, but don't get a tier badge for it.
    tier: openTier({ ...author, staff: false }),
    to,
    text,
    signal: await settledSignal(acting, slot),
    embed: embed ? await embedded(acting, embed) : null,
    picture,
    open: judged.open,
    gone: null,
    reason: null,
    likes: 0,
    seeded: false,
    editedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  transaction.create(reference, storedPost(post));
  const posts = member.posts + (judged.open ? 1 : 0);
  const after = storedMember({ ...member, posts, lastPostAt: now });
  transaction.set(networkMemberRef(firestore, call.uid), after);
  if (judged.kinds.length > 0) {
    const about = { room, uid: call.uid };
    const opened = caseWith(null, about, { kinds: judged.kinds, reports: 0 }, now);
    transaction.set(postCaseRef(firestore, call.key), storedCase(opened));
  }
  if (judged.open)
    queueMentionPushes(firestore, transaction, membersToNotify(named, call.uid, now), now);
  return post;
}

/** The caller's own post. @throws ActRefusedError */
async function ownPost(
  { firestore, transaction, room, call }: Acting,
  id: string,
): Promise<PostRecord> {
  const post = postIn(await transaction.get(postRef(firestore, room, id)));
  if (post?.uid !== call.uid || post.gone !== null) throw missing();
  return post;
}

async function edit(acting: Acting, { id, text }: ActOf<'edit'>): Promise<PostRecord> {
  const { firestore, transaction, room, member, now } = acting;
  const post = await ownPost(acting, id);
  const why = silenceOf(member, now) ?? editProblem(member, text);
  if (why !== null) throw new ActRefusedError(why, 403);
  if (!isEditable(post, now))
    throw new ActRefusedError(
      `Posts can be edited only for the first ${durationText(EDITABLE_MS)}`,
      409,
    );
  const { staff: _mark, ...unsigned } = post;
  const edited = { ...unsigned, ...signature(acting), text, editedAt: now, updatedAt: now };
  transaction.set(postRef(firestore, room, id), storedPost(edited));
  return edited;
}

/** Deletes the caller's post with its picture; its place stays for the answers. Also open to members who are banned. */
async function remove(acting: Acting, { id }: ActOf<'delete'>): Promise<PostRecord> {
  const { firestore, transaction, room, now } = acting;
  const post = await ownPost(acting, id);
  const [picture, about] = await Promise.all([
    pictureOfPost(firestore, transaction, post),
    caseOf(acting, id),
  ]);
  const left = emptied(post, 'deleted', null, now);
  transaction.set(postRef(firestore, room, id), storedPost({ ...left, open: true }));
  if (about) transaction.delete(about.reference);
  if (picture) {
    transaction.delete(picture.reference);
    acting.unneeded.push(picture.file);
  }
  return left;
}

/** A post that all members see, the caller's own among them; a note of staff is none. @throws ActRefusedError */
async function seenPost({ firestore, transaction, room }: Acting, id: string): Promise<PostRecord> {
  const post = postIn(await transaction.get(postRef(firestore, room, id)));
  if (!post?.open || post.gone !== null || post.pinned === true) throw missing();
  return post;
}

/** Notes a like beside the post, which is not written: many members may like it at once. */
async function like(acting: Acting, { id, on }: ActOf<'like'>): Promise<PostRecord> {
  const { firestore, transaction, call, now } = acting;
  const post = await seenPost(acting, id);
  const reference = firestore.collection('postLikes').doc(`${id}_${call.uid}`);
  const at = Timestamp.fromMillis(now);
  transaction.set(reference, { uid: call.uid, post: id, on, at });
  return post;
}

/** Reports a post of another member to the moderators; a second report of it changes nothing. @throws ActRefusedError */
async function report(acting: Acting, { id, reason }: ActOf<'report'>): Promise<PostRecord> {
  const { firestore, transaction, room, call, now } = acting;
  const post = await seenPost(acting, id);
  if (post.uid === call.uid) throw new ActRefusedError('You can’t report your own post', 403);
  const reference = firestore.collection('postReports').doc(`${id}_${call.uid}`);
  const [reported, about] = await Promise.all([transaction.get(reference), caseOf(acting, id)]);
  if (reported.exists || about === null) return post;
  const author = { room, uid: post.uid };
  const opened = caseWith(about.known, author, { kinds: ['report'], reports: 1 }, now);
  const at = Timestamp.fromMillis(now);
  transaction.create(reference, { uid: call.uid, post: id, reason, at });
  transaction.set(about.reference, storedCase(opened));
  return post;
}

/** Most authors whom a member can hide: the list goes to their devices with each sync. */
const MAX_BLOCKED = 500;

function block({ firestore, transaction, call, member }: Acting, act: ActOf<'block'>): null {
  const { author, on } = act;
  const others = member.blocked.filter((uid) => uid !== author);
  if (on && others.length >= MAX_BLOCKED)
    throw new ActRefusedError('You’ve reached the limit of hidden authors', 409);
  const blocked = on && author !== call.uid ? [...others, author] : others;
  transaction.set(networkMemberRef(firestore, call.uid), storedMember({ ...member, blocked }));
  return null;
}

function applied(acting: Acting, act: NetworkAct): Promise<PostRecord> | null {
  switch (act.act) {
    case 'write':
      return write(acting, act);
    case 'edit':
      return edit(acting, act);
    case 'delete':
      return remove(acting, act);
    case 'like':
      return like(acting, act);
    case 'report':
      return report(acting, act);
    case 'block':
      return block(acting, act);
  }
}

const postOf = (act: NetworkAct, call: IdempotentCall): string | null => {
  if (act.act === 'block') return null;
  return act.act === 'write' ? call.key : act.id;
};

/**
 * Does what a member asks for in a room, once for the key of the call.
 * @param now epoch ms
 * @returns the post as it is then, null where none is concerned
 * @throws KeyReusedError, MemberGoneError, ActRefusedError, or Slowed, after which the same call may come again
 */
export async function actInRoom(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  { room, mentions, isStaff }: Pick<Acting, 'room' | 'mentions' | 'isStaff'>,
  call: IdempotentCall,
  act: NetworkAct,
  now: number,
): Promise<Post | null> {
  const id = postOf(act, call);
  const { post, unneeded } = await firestore.runTransaction(async (transaction) => {
    const author = await memberIn(firestore, transaction, call.uid);
    const unneeded: string[] = [];
    if (await isRepeated(firestore, transaction, call)) {
      const found = id === null ? null : await transaction.get(postRef(firestore, room, id));
      return { post: found && postIn(found), unneeded };
    }
    const found = await transaction.get(networkMemberRef(firestore, call.uid));
    const member = networkMemberIn(call.uid, found);
    const acting = {
      firestore,
      transaction,
      room,
      mentions,
      call,
      author,
      isStaff,
      member,
      unneeded,
      now,
    };
    const after = await applied(acting, act);
    rememberCall(firestore, transaction, call, now);
    return { post: after, unneeded };
  });
  for (const file of unneeded) await deletePictureFile(bucket, file);
  return post && id !== null ? toPost(id, post) : null;
}
