import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  getEntryTime,
  type Signal,
  signalDocumentSchema,
} from '@quantalgo/contracts/signals/signal';
import {
  type DocumentReference,
  type QueryDocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Api } from 'grammy';
import {
  type ChannelName,
  type ChannelPost,
  getChannels,
  formatPost,
} from '../../domain/telegram/telegram';
import {
  POST_LEASE_MS,
  type PostStep,
  toShownFields,
  decidePostStep,
  type ExpectedPost,
  telegramPostDocument,
} from '../../domain/telegram/posts';
import { COLLECTIONS } from '../../collections/collections';
import type { Clock } from '../core/clock';
import { parseDocument, readAll } from '../core/documents';
import { completeAll } from '../core/steps';
import { parseSignals } from '../record/signals';
import { editMessage, postMessage, type TelegramResult } from './api';

export interface PostDeps {
  readonly firestore: Firestore;
  readonly clock: Clock;
  readonly api: Api;
  readonly channels: Readonly<Record<ChannelName, string>>;
  readonly siteUrl: string;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

interface PostTarget {
  readonly signal: string;
  readonly channel: ChannelName;
}

const getPostsCollection = (firestore: Firestore) => firestore.collection('telegramPosts');

const toTimestamp = (time: number) => Timestamp.fromMillis(time);

const toTimestampOrNull = (time: number | null) => (time === null ? null : toTimestamp(time));

const digestText = (text: string): string => createHash('sha256').update(text).digest('hex');

interface ClaimedPost {
  readonly reference: DocumentReference;
  readonly step: Extract<PostStep, { type: 'post' | 'edit' }>;
  readonly post: ChannelPost;
  readonly expected: ExpectedPost;
}

const toExpectedPost = (signal: Signal, { text }: ChannelPost): ExpectedPost => ({
  digest: digestText(text),
  entersAt: getEntryTime(signal),
  isSettled: signal.settlement !== null,
});

const toNewPost = ({ signal, channel }: PostTarget, now: number) => ({
  signal,
  channel,
  messageId: null,
  shown: null,
  problem: null,
  createdAt: toTimestamp(now),
  expireAt: toTimestamp(now + COLLECTIONS.telegramPosts.retentionMs),
});

function claimPost(deps: PostDeps, target: PostTarget): Promise<ClaimedPost | null> {
  const { clock, firestore, siteUrl } = deps;
  const reference = getPostsCollection(firestore).doc(`${target.signal}-${target.channel}`);
  const source = firestore.collection('signals').doc(target.signal);
  return firestore.runTransaction(async (transaction) => {
    const [signalSnapshot, postSnapshot] = await readAll(transaction, source, reference);
    const signal = parseDocument(signalDocumentSchema, signalSnapshot);
    if (!signal || signal.seeded) return null;
    const stored = parseDocument(telegramPostDocument, postSnapshot);
    const post = formatPost(signal, siteUrl);
    const expected = toExpectedPost(signal, post);
    const now = clock();
    const step = decidePostStep(stored, expected, now);
    if (step.type === 'none') return null;
    if (step.type === 'note') {
      const { dueAt, ...change } = step.change;
      transaction.update(reference, { ...change, dueAt: toTimestampOrNull(dueAt ?? null) });
      return null;
    }
    const attempts = (stored?.attempts ?? 0) + 1;
    const state = step.type === 'post' ? 'posting' : 'editing';
    const lease = {
      state,
      attempts,
      heldUntil: toTimestamp(now + POST_LEASE_MS),
      dueAt: toTimestamp(now + POST_LEASE_MS),
    };
    // Stored before the call, so that a crash can't post twice.
    if (stored) transaction.update(reference, lease);
    else transaction.create(reference, { ...toNewPost(target, now), ...lease });
    return { reference, step, post, expected };
  });
}

function toOutcomeFields(
  { step, expected }: ClaimedPost,
  outcome: TelegramResult<number>,
  now: number,
) {
  const releasedLease = { heldUntil: toTimestamp(0) };
  if (outcome.type === 'done') {
    const { state, dueAt } = toShownFields(expected, now);
    const post = { messageId: outcome.value, shown: expected.digest };
    return {
      ...releasedLease,
      ...post,
      state,
      dueAt: toTimestampOrNull(dueAt),
      attempts: 0,
      problem: null,
    };
  }
  const { problem } = outcome;
  if (outcome.type === 'refused')
    return { ...releasedLease, state: 'refused', dueAt: null, problem };
  if (outcome.type === 'unknown' && step.type === 'post')
    return { ...releasedLease, state: 'lost', dueAt: null, problem };
  const retryAt = toTimestamp(now + getRetryDelay(outcome));
  const state = step.type === 'post' ? 'waiting' : 'posted';
  return { state, heldUntil: retryAt, dueAt: retryAt, problem };
}

const UNANSWERED_RETRY_DELAY_MS = 5000;

const getRetryDelay = (outcome: TelegramResult<number>): number =>
  outcome.type === 'later' ? outcome.afterMs : UNANSWERED_RETRY_DELAY_MS;

/** A run waits at most this long for Telegram. Later retries are left to the sweep. */
const MAX_WAIT_MS = 20_000;

function callTelegram(
  { api, channels }: PostDeps,
  target: PostTarget,
  { step, post }: ClaimedPost,
) {
  const chat = channels[target.channel];
  if (step.type === 'post') return postMessage(api, chat, post);
  return editMessage(api, { chat, messageId: step.messageId }, post.text);
}

export interface PostOutcome {
  readonly target: PostTarget;
  readonly outcome: TelegramResult<number>;
}

/**
 * Updates a channel's post until it matches its signal. Posts once: if another run holds the post,
 * that run checks the signal again when it is done.
 * @returns null if no call was needed
 */
async function syncPost(deps: PostDeps, target: PostTarget): Promise<PostOutcome | null> {
  const { clock, sleep = wait } = deps;
  for (let result: PostOutcome | null = null; ;) {
    const claimedPost = await claimPost(deps, target);
    if (!claimedPost) return result;
    const outcome = await callTelegram(deps, target, claimedPost);
    await claimedPost.reference.update(toOutcomeFields(claimedPost, outcome, clock()));
    result = { target, outcome };
    if (outcome.type === 'done') continue;
    const isLost = outcome.type === 'unknown' && claimedPost.step.type === 'post';
    if (isLost || outcome.type === 'refused' || getRetryDelay(outcome) > MAX_WAIT_MS) return result;
    await sleep(getRetryDelay(outcome));
  }
}

async function collectOutcomes(
  running: readonly Promise<PostOutcome | null>[],
): Promise<readonly PostOutcome[]> {
  const outcomes = await completeAll(running);
  return outcomes.flatMap((outcome) => outcome ?? []);
}

/** Older signals are settled or lack candles, so the sweep handles them. */
const RECENT_WINDOW_MS = 40 * 60_000;

export async function syncChannelPosts(deps: PostDeps): Promise<readonly PostOutcome[]> {
  const { clock, firestore } = deps;
  const recentSnapshot = await firestore
    .collection('signals')
    .where('createdAt', '>=', toTimestamp(clock() - RECENT_WINDOW_MS))
    .orderBy('createdAt')
    .get();
  const { signals } = parseSignals(recentSnapshot.docs);
  const targets = signals.flatMap(({ id, audience }) =>
    getChannels(audience).map((channel) => ({ signal: id, channel })),
  );
  return collectOutcomes(targets.map((target) => syncPost(deps, target)));
}

const MAX_POSTS_PER_RUN = 20;

/** Resumes posts that were interrupted or delayed by Telegram, or whose signal settled late. */
export async function syncDueChannelPosts(deps: PostDeps): Promise<readonly PostOutcome[]> {
  const dueSnapshot = await getPostsCollection(deps.firestore)
    .where('dueAt', '<=', toTimestamp(deps.clock()))
    .orderBy('dueAt')
    .limit(MAX_POSTS_PER_RUN)
    .get();
  const syncDocument = async (document: QueryDocumentSnapshot) => {
    const { signal, channel } = parseDocument(telegramPostDocument, document);
    return syncPost(deps, { signal, channel });
  };
  return collectOutcomes(dueSnapshot.docs.map(syncDocument));
}
