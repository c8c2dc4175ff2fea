import { accountEndpoints } from '@quantalgo/contracts/account/endpoints';
import type { User } from '@quantalgo/contracts/account/member';
import { TOO_MANY_REQUESTS_STATUS } from '@quantalgo/contracts/core/endpoint';
import {
  unparsedBotChange,
  unparsedJournalWrite,
  unparsedLearningWrite,
  unparsedChatAction,
  unparsedLiveAction,
  unparsedNetworkAction,
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
  type TypedOutboxItem,
  type OutboxFile,
  type OutboxItem,
  type OutboxKind,
} from '../outbox/item';
import { ApiError } from '../core/errors';
import type { Caller } from '../auth/request';

export interface SendingHost {
  readonly call: Caller;
  readonly readFile: (id: string) => Promise<OutboxFile | null>;
  readonly upload: (
    id: string,
    path: string,
    file: OutboxFile,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * These store the server's responses. They never reject, because the item counts as sent even if
   * storing fails.
   */
  readonly storeUser: (uid: string, user: User) => Promise<void>;
  readonly storeTicket: (uid: string, ticket: Ticket) => Promise<void>;
  readonly storeSetup: (uid: string, setup: Setup) => Promise<void>;
  readonly storeBots: (uid: string, bots: unknown, upTo: string) => Promise<void>;
  readonly storeJournal: (
    uid: string,
    response: { readonly entries: readonly unknown[] },
  ) => Promise<void>;
  readonly storeLearning: (uid: string, learning: unknown) => Promise<void>;
  readonly storePost: (uid: string, response: unknown) => Promise<void>;
  readonly storeMessage: (uid: string, response: unknown) => Promise<void>;
  readonly storeQuestion: (uid: string, response: unknown) => Promise<void>;
}

type SubmissionKind = Extract<OutboxKind, 'proof' | 'setup' | 'picture'>;

/** `later`: retry after `ms`. */
export type SendOutcome =
  | { readonly type: 'sent'; readonly seqs?: Readonly<Record<string, number>> }
  | { readonly type: 'refused'; readonly reason: string }
  /** `fault`: an error of the app itself; null for network and server errors. */
  | { readonly type: 'unreachable'; readonly fault: string | null; readonly cause?: unknown }
  | { readonly type: 'later'; readonly ms: number };

const MAX_BACKOFF_MS = 60_000;

/** Upper limit for Retry-After. A later date means that the clock was set back. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

/** Statuses that don't concern the item: the session ended, or the server was slow. */
const TRANSIENT_STATUSES = new Set([401, 408, 425]);

const NETWORK_ERROR_NAMES = new Set([
  'NetworkError',
  'AbortError',
  'TimeoutError',
  'FirebaseError',
]);

function describeFault(error: unknown): string | null {
  if (!(error instanceof Error)) return String(error);
  return NETWORK_ERROR_NAMES.has(error.name) ? null : `${error.name}: ${error.message}`;
}

export function toSendOutcome(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) {
    const fault = describeFault(error);
    return { type: 'unreachable', fault, ...(fault !== null && { cause: error }) };
  }
  const { status, retryAfter, message, code } = error;
  if (status === TOO_MANY_REQUESTS_STATUS) return { type: 'later', ms: (retryAfter ?? 60) * 1000 };
  // Storage responds identically to an existing file and to an expired permission. The next
  // attempt gets a new permission.
  if (status >= 500 || TRANSIENT_STATUSES.has(status) || code === UPLOAD_MISSING)
    return { type: 'unreachable', fault: null };
  return { type: 'refused', reason: message };
}

/**
 * The backoff doubles up to a limit, but retries never stop.
 * @param now epoch ms
 * @param jitter 0 to 1: shortens the backoff by up to half
 */
export function applyAttempt(
  item: OutboxItem,
  outcome: SendOutcome,
  now: number,
  jitter: number,
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
      return { ...item, state: 'refused', reason: outcome.reason, fault: null };
    case 'later':
      return {
        ...item,
        state: 'waiting',
        notBefore: now + Math.min(outcome.ms, MAX_RETRY_AFTER_MS),
        fault: null,
      };
    case 'unreachable': {
      const attempts = item.attempts + 1;
      const delayMs = Math.min(1000 * 2 ** attempts, MAX_BACKOFF_MS) * (1 - jitter / 2);
      return {
        ...item,
        state: 'waiting',
        attempts,
        nextAttemptAt: now + delayMs,
        fault: outcome.fault,
      };
    }
  }
}

/** Ignores dates too far ahead: the device's clock was set back after they were computed. */
const ignoreImplausibleTime = (at: number, now: number, maxMs: number) =>
  at > now + maxMs ? now : at;

/**
 * Epoch ms; null if the item was sent or refused, or is so old that the member must confirm it.
 * Items that a closed page left as `sending` are due.
 */
export function getItemDueTime(item: OutboxItem, now: number): number | null {
  if (!isUnsent(item) || isStale(item, now)) return null;
  return Math.max(
    ignoreImplausibleTime(item.nextAttemptAt, now, MAX_BACKOFF_MS),
    ignoreImplausibleTime(item.notBefore, now, MAX_RETRY_AFTER_MS),
  );
}

/**
 * Uploads an item's file to the path that the server assigns. A refusal counts as uploaded, because
 * the server refuses files it already has.
 * @returns false if the file is no longer on this device
 * @throws ApiError, NetworkError, or Error if the upload failed or `signal` aborts
 */
async function sendFile(
  { call, readFile, upload }: SendingHost,
  { id }: OutboxItem,
  kind: SubmissionKind,
  signal: AbortSignal,
): Promise<boolean> {
  const file = await readFile(id);
  const { data: type } = uploadTypeSchema.safeParse(file?.type);
  if (!file || !type) return false;
  const body = { kind, type, size: file.bytes.byteLength };
  const { data } = await call(submissionsEndpoints.openUpload, { body, idempotencyKey: id });
  await upload(id, data.path, file, signal);
  return true;
}

interface SubmissionCall<K extends SubmissionKind> {
  readonly kind: K;
  readonly fileGoneText: string;
  readonly submit: (host: SendingHost, item: TypedOutboxItem<K>) => Promise<SendOutcome>;
}

const PROOF_CALL: SubmissionCall<'proof'> = {
  kind: 'proof',
  fileGoneText: 'The screenshot is no longer on this device. Please choose it again.',
  submit: async ({ call }, { id, content: { traderId } }) => {
    const body = { proofId: id, traderId };
    const { data } = await call(submissionsEndpoints.submitProof, { body, idempotencyKey: id });
    return data.state === 'rejected' ? { type: 'refused', reason: REJECTION } : { type: 'sent' };
  },
};

const REJECTION = 'The screenshot could not be accepted. Please choose another one.';

/** A rejected setup also counts as sent, because its screen shows the stored outcome. */
const SETUP_CALL: SubmissionCall<'setup'> = {
  kind: 'setup',
  fileGoneText: 'The deposit proof is no longer on this device. Please choose it again.',
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
  fileGoneText: 'The picture is no longer on this device. Please choose it again.',
  submit: async ({ call }, { id, content: { slot } }) => {
    await call(unparsedPicture, { body: { pictureId: id, slot }, idempotencyKey: id });
    return { type: 'sent' };
  },
};

async function sendSubmission<K extends SubmissionKind>(
  host: SendingHost,
  item: TypedOutboxItem<K>,
  { kind, fileGoneText, submit }: SubmissionCall<K>,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const isFileSent = await sendFile(host, item, kind, signal);
  return isFileSent ? submit(host, item) : { type: 'refused', reason: fileGoneText };
}

const sequencedSchema = z.object({ id: z._default(z.string(), 'learning'), seq: z.int() });

const collectSeqs = (changed: readonly unknown[]) =>
  Object.fromEntries(
    changed.flatMap((part) => {
      const { data } = sequencedSchema.safeParse(part);
      return data ? [[data.id, data.seq] as const] : [];
    }),
  );

/** @param selectSequenced selects the parts of the response that have a sequence number */
async function storeResponse<T>(
  uid: string,
  response: Promise<{ readonly data: T }>,
  store: (uid: string, data: T) => Promise<void>,
  selectSequenced: (data: T) => readonly unknown[] = () => [],
): Promise<SendOutcome> {
  const { data } = await response;
  await store(uid, data);
  return { type: 'sent', seqs: collectSeqs(selectSequenced(data)) };
}

/** Stores the ticket, because no listener delivers it while polling. */
const openTicket = (
  { call, storeTicket }: SendingHost,
  { id, uid, content }: TypedOutboxItem<'ticket'>,
) =>
  storeResponse(
    uid,
    call(ticketsEndpoints.openTicket, { body: content.body, idempotencyKey: id }),
    storeTicket,
  );

const replyToTicket = (
  { call, storeTicket }: SendingHost,
  { id, uid, content }: TypedOutboxItem<'reply'>,
) =>
  storeResponse(
    uid,
    call(ticketsEndpoints.replyToTicket, {
      params: { id: content.ticketId },
      body: { message: content.message },
      idempotencyKey: id,
    }),
    storeTicket,
  );

const closeTicket = (
  { call, storeTicket }: SendingHost,
  { id, uid, content }: TypedOutboxItem<'close'>,
) =>
  storeResponse(
    uid,
    call(ticketsEndpoints.closeTicket, {
      params: { id: content.ticketId },
      idempotencyKey: id,
    }),
    storeTicket,
  );

const sendBot = ({ call, storeBots }: SendingHost, { id, uid, content }: TypedOutboxItem<'bot'>) =>
  storeResponse(
    uid,
    call(unparsedBotChange, {
      params: { id: content.botId },
      body: content.change,
      idempotencyKey: id,
    }),
    (_, bots) => storeBots(uid, bots, id),
  );

type ActionEndpoint =
  | typeof unparsedLearningWrite
  | typeof unparsedNetworkAction
  | typeof unparsedChatAction
  | typeof unparsedLiveAction;

function send(host: SendingHost, item: OutboxItem, signal: AbortSignal): Promise<SendOutcome> {
  const { content } = item;
  const sendAction = (
    endpoint: ActionEndpoint,
    body: unknown,
    store: (uid: string, response: unknown) => Promise<void>,
    selectSequenced?: (response: unknown) => readonly unknown[],
  ) =>
    storeResponse(
      item.uid,
      host.call(endpoint, { body, idempotencyKey: item.id }),
      store,
      selectSequenced,
    );
  switch (content.kind) {
    case 'proof':
      return sendSubmission(host, { ...item, content }, PROOF_CALL, signal);
    case 'setup':
      return sendSubmission(host, { ...item, content }, SETUP_CALL, signal);
    case 'picture':
      return sendSubmission(host, { ...item, content }, PICTURE_CALL, signal);
    case 'ticket':
      return openTicket(host, { ...item, content });
    case 'reply':
      return replyToTicket(host, { ...item, content });
    case 'close':
      return closeTicket(host, { ...item, content });
    case 'bot':
      return sendBot(host, { ...item, content });
    case 'settings':
      return storeResponse(
        item.uid,
        host.call(accountEndpoints.updateAccount, {
          body: content.body,
          idempotencyKey: item.id,
        }),
        host.storeUser,
      );
    case 'journal':
      return storeResponse(
        item.uid,
        host.call(unparsedJournalWrite, {
          body: { writes: [...content.writes] },
          idempotencyKey: item.id,
        }),
        host.storeJournal,
        ({ entries }) => entries,
      );
    case 'learning':
      return sendAction(unparsedLearningWrite, content.write, host.storeLearning, (response) => [
        response,
      ]);
    case 'network':
      return sendAction(unparsedNetworkAction, content.action, host.storePost);
    case 'chat':
      return sendAction(unparsedChatAction, content.action, host.storeMessage);
    case 'live':
      return sendAction(unparsedLiveAction, content.action, host.storeQuestion);
  }
}

export async function deliver(
  host: SendingHost,
  item: OutboxItem,
  signal: AbortSignal,
): Promise<SendOutcome> {
  try {
    return await send(host, item, signal);
  } catch (error) {
    return toSendOutcome(error);
  }
}
