import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { type DocumentReference, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Api } from 'grammy';
import {
  type ChannelName,
  type ChannelPost,
  channelsFor,
  postOf,
} from '../../domain/telegram/telegram';
import {
  HELD_MS,
  type PostStep,
  shownFields,
  stepOf,
  type Wanted,
  telegramPostDocument,
} from '../../domain/telegram/posts';
import { KEPT_MS } from '../../retention';
import type { Clock } from '../core/clock';
import { parseDocument, readAll } from '../core/documents';
import { editMessage, postMessage, type TelegramResult } from './api';

export interface PostDeps {
  readonly firestore: Firestore;
  readonly clock: Clock;
  readonly api: Api;
  /** The chat of each channel. */
  readonly channels: Readonly<Record<ChannelName, string>>;
  /** Origin of the site. */
  readonly siteUrl: string;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** A signal in a channel. */
interface Place {
  readonly signal: string;
  readonly channel: ChannelName;
}

const postsIn = (firestore: Firestore) => firestore.collection('telegramPosts');

const at = (time: number) => Timestamp.fromMillis(time);

const orNull = (time: number | null) => (time === null ? null : at(time));

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A call to Telegram that a run may make. */
interface Turn {
  readonly reference: DocumentReference;
  readonly step: Extract<PostStep, { type: 'post' | 'edit' }>;
  readonly post: ChannelPost;
  readonly wanted: Wanted;
}

const wantedOf = (signal: Signal, { text }: ChannelPost): Wanted => ({
  digest: digestOf(text),
  entersAt: signal.expiresAt,
  isSettled: signal.settlement !== null,
});

const newPost = ({ signal, channel }: Place, now: number) => ({
  signal,
  channel,
  messageId: null,
  shown: null,
  problem: null,
  createdAt: at(now),
  expireAt: at(now + KEPT_MS.telegramPosts),
});

/** Decides what is to be done in a place, and takes the post for this run where that is a call; null otherwise. */
function takeTurn(deps: PostDeps, place: Place): Promise<Turn | null> {
  const { clock, firestore, siteUrl } = deps;
  const reference = postsIn(firestore).doc(`${place.signal}-${place.channel}`);
  const source = firestore.collection('signals').doc(place.signal);
  return firestore.runTransaction(async (transaction) => {
    const [signalAsked, postAsked] = await readAll(transaction, source, reference);
    const signal = parseDocument(signalDocumentSchema, signalAsked);
    if (!signal || signal.seeded) return null;
    const stored = parseDocument(telegramPostDocument, postAsked);
    const post = postOf(signal, siteUrl);
    const wanted = wantedOf(signal, post);
    const now = clock();
    const step = stepOf(stored, wanted, now);
    if (step.type === 'none') return null;
    if (step.type === 'note') {
      const { dueAt, ...change } = step.change;
      transaction.update(reference, { ...change, dueAt: orNull(dueAt ?? null) });
      return null;
    }
    const attempts = (stored?.attempts ?? 0) + 1;
    const state = step.type === 'post' ? 'posting' : 'editing';
    const held = { state, attempts, heldUntil: at(now + HELD_MS), dueAt: at(now + HELD_MS) };
    // Before the call: after a crash nobody posts a second time.
    if (stored) transaction.update(reference, held);
    else transaction.create(reference, { ...newPost(place, now), ...held });
    return { reference, step, post, wanted };
  });
}

/** What of an outcome is stored; `now` in epoch ms. */
function outcomeFields({ step, wanted }: Turn, outcome: TelegramResult<number>, now: number) {
  const free = { heldUntil: at(0) };
  if (outcome.type === 'done') {
    const { state, dueAt } = shownFields(wanted, now);
    const shown = { messageId: outcome.value, shown: wanted.digest };
    return { ...free, ...shown, state, dueAt: orNull(dueAt), attempts: 0, problem: null };
  }
  const { problem } = outcome;
  if (outcome.type === 'refused') return { ...free, state: 'refused', dueAt: null, problem };
  if (outcome.type === 'unknown' && step.type === 'post')
    return { ...free, state: 'lost', dueAt: null, problem };
  const again = at(now + againAfter(outcome));
  const state = step.type === 'post' ? 'waiting' : 'posted';
  return { state, heldUntil: again, dueAt: again, problem };
}

/** How long (ms) to wait after an edit that nobody answered. */
const UNANSWERED_MS = 5000;

const againAfter = (outcome: TelegramResult<number>): number =>
  outcome.type === 'later' ? outcome.afterMs : UNANSWERED_MS;

/** The longest (ms) that a run waits for Telegram itself; the sweep goes on with what takes longer. */
const WAITED_FOR_MS = 20_000;

function call({ api, channels }: PostDeps, place: Place, { step, post }: Turn) {
  const chat = channels[place.channel];
  if (step.type === 'post') return postMessage(api, chat, post);
  return editMessage(api, { chat, messageId: step.messageId }, post.text);
}

/** What came of the last call about a post. */
export interface PostOutcome {
  readonly place: Place;
  readonly outcome: TelegramResult<number>;
}

/**
 * Has a channel's post say what its signal says, with as many calls as that takes. Run twice or concurrently it posts once:
 * who finds the post taken leaves it to the run that has it, which looks at the signal again when it is done.
 * @returns null where no call was needed
 */
async function syncPost(deps: PostDeps, place: Place): Promise<PostOutcome | null> {
  const { clock, sleep = wait } = deps;
  for (let result: PostOutcome | null = null; ;) {
    const turn = await takeTurn(deps, place);
    if (!turn) return result;
    const outcome = await call(deps, place, turn);
    await turn.reference.update(outcomeFields(turn, outcome, clock()));
    result = { place, outcome };
    if (outcome.type === 'done') continue;
    const isOver = outcome.type === 'unknown' && turn.step.type === 'post';
    if (isOver || outcome.type === 'refused' || againAfter(outcome) > WAITED_FOR_MS) return result;
    await sleep(againAfter(outcome));
  }
}

/** Every post of the places, as of the signals that they name. A failure doesn't prevent the others. */
async function syncPosts(
  deps: PostDeps,
  places: readonly Place[],
): Promise<readonly PostOutcome[]> {
  const result = await Promise.allSettled(places.map((place) => syncPost(deps, place)));
  const failed = result.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return result.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
}

/** A signal published longer ago (ms) was settled, or waits for candles; the sweep looks after it. */
const RECENT_MS = 40 * 60_000;

/** Has the channels say what the newest signals say: one post each, edited when confirmed and settled. */
export async function syncChannelPosts(deps: PostDeps): Promise<readonly PostOutcome[]> {
  const { clock, firestore } = deps;
  const recent = await firestore
    .collection('signals')
    .where('createdAt', '>=', at(clock() - RECENT_MS))
    .orderBy('createdAt')
    .get();
  const signals = recent.docs.flatMap(
    (document) => signalDocumentSchema.safeParse(document.data()).data ?? [],
  );
  const places = signals.flatMap(({ id, audience }) =>
    channelsFor(audience).map((channel) => ({ signal: id, channel })),
  );
  return syncPosts(deps, places);
}

/** Posts per run of the sweep, those that are longest due first. */
const DUE_AT_ONCE = 20;

/** Goes on with posts that were interrupted, that Telegram asked to wait for, or whose signal took longer. */
export async function syncDueChannelPosts(deps: PostDeps): Promise<readonly PostOutcome[]> {
  const due = await postsIn(deps.firestore)
    .where('dueAt', '<=', at(deps.clock()))
    .orderBy('dueAt')
    .limit(DUE_AT_ONCE)
    .get();
  const places = due.docs.map((document) => {
    const { signal, channel } = telegramPostDocument.parse(document.data());
    return { signal, channel };
  });
  return syncPosts(deps, places);
}
