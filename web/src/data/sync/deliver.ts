import { accountEndpoints } from '@quantalgo/contracts/account/endpoints';
import type { User } from '@quantalgo/contracts/account/member';
import {
  unparsedBotChange,
  unparsedJournalWrite,
  unparsedLearningWrite,
  unparsedChatAct,
  unparsedLiveAct,
  unparsedNetworkAct,
  unparsedPicture,
} from '@quantalgo/contracts/core/unparsedEndpoints';
import { submissionsEndpoints } from '@quantalgo/contracts/submissions/endpoints';
import {
  type Setup,
  UPLOAD_MISSING,
  uploadTypeSchema,
} from '@quantalgo/contracts/submissions/submission';
import { ticketsEndpoints } from '@quantalgo/contracts/tickets/endpoints';
import type { Ticket } from '@quantalgo/contracts/tickets/ticket';
import * as z from 'zod/mini';
import {
  isStale,
  isUnsent,
  type ItemOf,
  type OutboxFile,
  type OutboxItem,
  type OutboxKind,
} from '../outbox/item';
import { ApiError } from '../auth/errors';
import type { Caller } from '../auth/request';

/** What sending needs from its environment: a page, or the service worker while no page is open. */
export interface SendingHost {
  /** Calls the API as the member. */
  readonly call: Caller;
  /** The file of an item; null if it has none any more. */
  readonly fileOf: (id: string) => Promise<OutboxFile | null>;
  /** Uploads the file of the item `id` to a path. @throws Error if the upload failed or was `stopped` */
  readonly upload: (
    id: string,
    path: string,
    file: OutboxFile,
    stopped: AbortSignal,
  ) => Promise<void>;
  /**
   * Store the server's answers for this member, so that the screens show them. Never reject: what the server counted is
   * sent, kept here or not.
   */
  readonly storeUser: (uid: string, user: User) => Promise<void>;
  readonly storeTicket: (uid: string, ticket: Ticket) => Promise<void>;
  readonly storeSetup: (uid: string, setup: Setup) => Promise<void>;
  /** `upTo`: id of the last change that `bots` hold. */
  readonly storeBots: (uid: string, bots: unknown, upTo: string) => Promise<void>;
  readonly storeJournal: (
    uid: string,
    written: { readonly entries: readonly unknown[] },
  ) => Promise<void>;
  /** `learning` is what the server answered, not parsed yet. */
  readonly storeLearning: (uid: string, learning: unknown) => Promise<void>;
  readonly storePost: (uid: string, answer: unknown) => Promise<void>;
  readonly storeMessage: (uid: string, answer: unknown) => Promise<void>;
  readonly storeQuestion: (uid: string, answer: unknown) => Promise<void>;
}

type SubmissionKind = Extract<OutboxKind, 'proof' | 'setup' | 'picture'>;

/** Result of an attempt. `later`: not before `ms` have passed. */
export type SendOutcome =
  /** `seqs`: the places of the changes in the answer, by the ids of what changed. */
  | { readonly type: 'sent'; readonly seqs?: Readonly<Record<string, number>> }
  | { readonly type: 'refused'; readonly reason: string }
  /** `fault`: an error of the app itself; null if the network or the server was the cause. */
  | { readonly type: 'unreachable'; readonly fault: string | null; readonly cause?: unknown }
  | { readonly type: 'later'; readonly ms: number };

/** Longest wait (ms) between two attempts that didn't reach the server. */
const MAX_WAIT_MS = 60_000;

/** Longest wait (ms) that a server can ask for: a later date means that the clock was set back. */
const MAX_AGREED_MS = 24 * 60 * 60_000;

/** Statuses that say nothing about the item: the session ended, or the server was slow or in trouble. */
const NOT_ABOUT_THE_ITEM = new Set([401, 408, 425]);

/** Names of errors caused by the network, by servers, or by a page that was stopped. */
const OF_THE_LINE = new Set(['NetworkError', 'AbortError', 'TimeoutError', 'FirebaseError']);

/** Description of an error in the app itself; null if the network was the cause. */
function faultOf(error: unknown): string | null {
  if (!(error instanceof Error)) return String(error);
  return OF_THE_LINE.has(error.name) ? null : `${error.name}: ${error.message}`;
}

/** The outcome for an item whose attempt threw `error`. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) {
    const fault = faultOf(error);
    return { type: 'unreachable', fault, ...(fault !== null && { cause: error }) };
  }
  const { status, retryAfter, message, code } = error;
  if (status === 429) return { type: 'later', ms: (retryAfter ?? 60) * 1000 };
  // Storage refuses a file that it has and one whose permission expired alike; the next attempt gets a new permission.
  if (status >= 500 || NOT_ABOUT_THE_ITEM.has(status) || code === UPLOAD_MISSING)
    return { type: 'unreachable', fault: null };
  return { type: 'refused', reason: message };
}

/**
 * The item after an attempt that ended at `now` (epoch ms). The wait doubles up to a limit, but retries never stop.
 * `spread` (0 to 1) shortens it by up to half, so that devices don't all retry at once.
 */
export function afterAttempt(
  item: OutboxItem,
  outcome: SendOutcome,
  now: number,
  spread: number,
): OutboxItem {
  switch (outcome.type) {
    case 'sent':
      return {
        ...item,
        state: 'sent',
        sentAt: now,
        seqs: outcome.seqs,
        reason: null,
        fault: null,
      };
    case 'refused':
      return { ...item, state: 'refused', reason: outcome.reason };
    case 'later':
      return { ...item, state: 'waiting', notBefore: now + Math.min(outcome.ms, MAX_AGREED_MS) };
    case 'unreachable': {
      const attempts = item.attempts + 1;
      const wait = Math.min(1000 * 2 ** attempts, MAX_WAIT_MS) * (1 - spread / 2);
      return {
        ...item,
        state: 'waiting',
        attempts,
        nextAttemptAt: now + wait,
        fault: outcome.fault,
      };
    }
  }
}

/** A date that was set at most `longest` ms ahead; `now` if it is further ahead, as the clock was different then. */
const plausible = (at: number, now: number, longest: number) => (at > now + longest ? now : at);

/**
 * When the item is due (epoch ms); null if it is sent, refused, or so old that the member has to confirm it first. An
 * item found `sending` was left by a page that closed.
 */
export function dueTime(item: OutboxItem, now: number): number | null {
  if (!isUnsent(item) || isStale(item, now)) return null;
  return Math.max(
    plausible(item.nextAttemptAt, now, MAX_WAIT_MS),
    plausible(item.notBefore, now, MAX_AGREED_MS),
  );
}

/**
 * Uploads the file of an item to the path that the server assigns. The server refuses a file that it already has, so a
 * refusal counts as uploaded; the call that refers to the file tells where it isn't.
 * @returns whether the file was still on this device
 * @throws ApiError, NetworkError, or Error if the upload failed or was `stopped`
 */
async function sendFile(
  { call, fileOf, upload }: SendingHost,
  { id }: OutboxItem,
  kind: SubmissionKind,
  stopped: AbortSignal,
): Promise<boolean> {
  const file = await fileOf(id);
  const { data: type } = uploadTypeSchema.safeParse(file?.type);
  if (!file || !type) return false;
  const body = { kind, type, size: file.bytes.byteLength };
  const { data } = await call(submissionsEndpoints.openUpload, { body, idempotencyKey: id });
  await upload(id, data.path, file, stopped);
  return true;
}

/** How one kind of submission is sent. */
interface SubmissionCall<K extends SubmissionKind> {
  readonly kind: K;
  /** The message if the file is no longer on this device. */
  readonly fileGone: string;
  /** Submits the uploaded file. @throws ApiError @throws NetworkError */
  readonly submit: (host: SendingHost, item: ItemOf<K>) => Promise<SendOutcome>;
}

const PROOF_CALL: SubmissionCall<'proof'> = {
  kind: 'proof',
  fileGone: 'The screenshot is no longer on this device. Please choose it again.',
  submit: async ({ call }, { id, content: { traderId } }) => {
    const body = { proofId: id, traderId };
    const { data } = await call(submissionsEndpoints.submitProof, { body, idempotencyKey: id });
    return data.state === 'rejected' ? { type: 'refused', reason: REJECTED } : { type: 'sent' };
  },
};

const REJECTED = 'The screenshot could not be accepted. Please choose another one.';

/** A setup that is rejected counts as sent, too: its screen shows the outcome by the answer that is stored. */
const SETUP_CALL: SubmissionCall<'setup'> = {
  kind: 'setup',
  fileGone: 'The deposit proof is no longer on this device. Please choose it again.',
  submit: async (
    { call, storeSetup },
    { id, uid, content: { brokerAccount, depositAmount, accessPath } },
  ) => {
    const body = { setupId: id, brokerAccount, depositAmount, accessPath };
    const { data } = await call(submissionsEndpoints.submitSetup, { body, idempotencyKey: id });
    await storeSetup(uid, data);
    return { type: 'sent' };
  },
};

const PICTURE_CALL: SubmissionCall<'picture'> = {
  kind: 'picture',
  fileGone: 'The picture is no longer on this device. Please choose it again.',
  submit: async ({ call }, { id, content: { slot } }) => {
    await call(unparsedPicture, { body: { pictureId: id, slot }, idempotencyKey: id });
    return { type: 'sent' };
  },
};

/**
 * Sends a submission: first its file, under the id of the item, then the call that refers to it. Both can be repeated;
 * the server counts them once.
 * @throws ApiError, NetworkError, or what the upload throws
 */
async function sendSubmission<K extends SubmissionKind>(
  host: SendingHost,
  item: ItemOf<K>,
  { kind, fileGone, submit }: SubmissionCall<K>,
  stopped: AbortSignal,
): Promise<SendOutcome> {
  const isFileSent = await sendFile(host, item, kind, stopped);
  return isFileSent ? submit(host, item) : { type: 'refused', reason: fileGone };
}

/** What changes have a place: entries of the journal, and the member's learning, which has no id. */
const placedSchema = z.object({ id: z._default(z.string(), 'learning'), seq: z.int() });

const seqsIn = (changed: readonly unknown[]) =>
  Object.fromEntries(
    changed.flatMap((one) => {
      const { data } = placedSchema.safeParse(one);
      return data ? [[data.id, data.seq] as const] : [];
    }),
  );

/**
 * Stores what the server answered to an item's call.
 * @param changed what in it has a place
 * @throws what the call throws
 */
async function keeping<T>(
  uid: string,
  answer: Promise<{ readonly data: T }>,
  keep: (uid: string, data: T) => Promise<void>,
  changed: (data: T) => readonly unknown[] = () => [],
): Promise<SendOutcome> {
  const { data } = await answer;
  await keep(uid, data);
  return { type: 'sent', seqs: seqsIn(changed(data)) };
}

/** Opens a ticket, and stores it as no listener delivers it while polling. @throws ApiError @throws NetworkError */
const openTicket = ({ call, storeTicket }: SendingHost, { id, uid, content }: ItemOf<'ticket'>) =>
  keeping(
    uid,
    call(ticketsEndpoints.openTicket, { body: content.body, idempotencyKey: id }),
    storeTicket,
  );

/** Adds a message to a ticket. @throws ApiError @throws NetworkError */
const replyToTicket = ({ call, storeTicket }: SendingHost, { id, uid, content }: ItemOf<'reply'>) =>
  keeping(
    uid,
    call(ticketsEndpoints.replyToTicket, {
      params: { id: content.ticketId },
      body: { message: content.message },
      idempotencyKey: id,
    }),
    storeTicket,
  );

/** Closes a ticket. @throws ApiError @throws NetworkError */
const closeTicket = ({ call, storeTicket }: SendingHost, { id, uid, content }: ItemOf<'close'>) =>
  keeping(
    uid,
    call(ticketsEndpoints.closeTicket, {
      params: { id: content.ticketId },
      idempotencyKey: id,
    }),
    storeTicket,
  );

/** Changes or removes a paper bot, and stores all of them. @throws ApiError @throws NetworkError */
const sendBot = ({ call, storeBots }: SendingHost, { id, uid, content }: ItemOf<'bot'>) =>
  keeping(
    uid,
    call(unparsedBotChange, {
      params: { id: content.botId },
      body: content.change,
      idempotencyKey: id,
    }),
    (_, bots) => storeBots(uid, bots, id),
  );

/** Calls that take an act as the outbox holds it. */
type ActCall =
  | typeof unparsedLearningWrite
  | typeof unparsedNetworkAct
  | typeof unparsedChatAct
  | typeof unparsedLiveAct;

function send(host: SendingHost, item: OutboxItem, stopped: AbortSignal): Promise<SendOutcome> {
  const { content } = item;
  const act = (
    endpoint: ActCall,
    body: unknown,
    keep: (uid: string, answer: unknown) => Promise<void>,
    changed?: (answer: unknown) => readonly unknown[],
  ) => keeping(item.uid, host.call(endpoint, { body, idempotencyKey: item.id }), keep, changed);
  switch (content.kind) {
    case 'proof':
      return sendSubmission(host, { ...item, content }, PROOF_CALL, stopped);
    case 'setup':
      return sendSubmission(host, { ...item, content }, SETUP_CALL, stopped);
    case 'picture':
      return sendSubmission(host, { ...item, content }, PICTURE_CALL, stopped);
    case 'ticket':
      return openTicket(host, { ...item, content });
    case 'reply':
      return replyToTicket(host, { ...item, content });
    case 'close':
      return closeTicket(host, { ...item, content });
    case 'bot':
      return sendBot(host, { ...item, content });
    case 'settings':
      return keeping(
        item.uid,
        host.call(accountEndpoints.updateAccount, {
          body: content.body,
          idempotencyKey: item.id,
        }),
        host.storeUser,
      );
    case 'journal':
      return keeping(
        item.uid,
        host.call(unparsedJournalWrite, {
          body: { writes: [...content.writes] },
          idempotencyKey: item.id,
        }),
        host.storeJournal,
        ({ entries }) => entries,
      );
    case 'learning':
      return act(unparsedLearningWrite, content.write, host.storeLearning, (learned) => [learned]);
    case 'network':
      return act(unparsedNetworkAct, content.act, host.storePost);
    case 'chat':
      return act(unparsedChatAct, content.act, host.storeMessage);
    case 'live':
      return act(unparsedLiveAct, content.act, host.storeQuestion);
  }
}

/** Sends an item; the server counts it once, however often it arrives. Never rejects. */
export async function deliver(
  host: SendingHost,
  item: OutboxItem,
  stopped: AbortSignal,
): Promise<SendOutcome> {
  try {
    return await send(host, item, stopped);
  } catch (error) {
    return outcomeOf(error);
  }
}
