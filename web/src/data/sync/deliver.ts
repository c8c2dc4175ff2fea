import { type Ticket, uploadTypeSchema } from '@quantalgo/contracts';
import { storeSetup, type SubmissionKind } from '../account/submission';
import { storeTicket } from '../account/tickets';
import { isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { fileOf, uploadProgress } from '../outbox/outbox';
import { call } from '../session/call';
import { currentUser, storeUser } from '../session/currentSession';
import { ApiError } from '../session/errors';
import { withDatabase } from '../storage/memberDatabase';

/** How a try ended. `later`: not before `ms` have passed. */
type SendOutcome =
  | { readonly type: 'sent' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'unreachable' }
  | { readonly type: 'later'; readonly ms: number };

/** Longest wait (ms) between two tries of an item that found no server. */
const MAX_WAIT_MS = 60_000;

/** Longest wait (ms) that can have been agreed on: a later date means that the clock was set back. */
const MAX_AGREED_MS = 60 * 60_000;

/** Refusals that say nothing about the item: the session ended, the server was slow or in trouble. */
const NOT_ABOUT_THE_ITEM = new Set([401, 408, 425]);

/** What a failed try means for its item. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return { type: 'unreachable' };
  const { status, retryAfter, message } = error;
  if (status === 429) return { type: 'later', ms: (retryAfter ?? 60) * 1000 };
  if (status >= 500 || NOT_ABOUT_THE_ITEM.has(status)) return { type: 'unreachable' };
  return { type: 'refused', reason: message };
}

/**
 * The item after a try that ended at `now` (epoch ms): tries grow rarer, and none is ever the last. `spread` (0 to 1)
 * shortens the wait by up to half, so that not all devices come back at once.
 */
export function afterAttempt(
  item: OutboxItem,
  outcome: SendOutcome,
  now: number,
  spread: number,
): OutboxItem {
  switch (outcome.type) {
    case 'sent':
      return { ...item, state: 'sent', reason: null };
    case 'refused':
      return { ...item, state: 'refused', reason: outcome.reason };
    case 'later':
      return { ...item, state: 'waiting', nextAttemptAt: now + outcome.ms };
    case 'unreachable': {
      const attempts = item.attempts + 1;
      const wait = Math.min(1000 * 2 ** attempts, MAX_WAIT_MS) * (1 - spread / 2);
      return { ...item, state: 'waiting', attempts, nextAttemptAt: now + wait };
    }
  }
}

/** When the item is due (epoch ms), null when it never is again. One found `sending` was left by a page that closed. */
export function dueTime(item: OutboxItem, now: number): number | null {
  if (!isUnsent(item)) return null;
  return item.nextAttemptAt > now + MAX_AGREED_MS ? now : item.nextAttemptAt;
}

/**
 * Brings the file of an item to the place that the server gives it, and says whether it was still on this device. One
 * that arrived before is refused there and counts as arrived.
 * @throws ApiError, NetworkError, or Error when it did not arrive, also when `stopped`
 */
async function sendFile(
  { id }: OutboxItem,
  kind: SubmissionKind,
  stopped: AbortSignal,
): Promise<boolean> {
  const file = await fileOf(id);
  const { data: type } = uploadTypeSchema.safeParse(file?.type);
  if (!file || !type) return false;
  const body = { kind, type, size: file.bytes.byteLength };
  const { data } = await call('openUpload', { body, idempotencyKey: id });
  try {
    const { upload } = await import('../session/fileStorage');
    uploadProgress.set({ id, share: 0 });
    await upload(data.path, file, (share) => uploadProgress.set({ id, share }), stopped);
    return true;
  } finally {
    uploadProgress.set(null);
  }
}

/** How a kind of submission is brought to the server. */
interface SubmissionCall<K extends SubmissionKind> {
  readonly kind: K;
  /** What is said where the file is no longer on this device. */
  readonly fileGone: string;
  /** The call that names the file. @throws ApiError @throws NetworkError */
  readonly submit: (item: ItemOf<K>) => Promise<SendOutcome>;
}

const PROOF_CALL: SubmissionCall<'proof'> = {
  kind: 'proof',
  fileGone: 'The screenshot is no longer on this device. Please choose it again.',
  submit: async ({ id, content: { traderId } }) => {
    const body = { proofId: id, traderId };
    const { data } = await call('submitProof', { body, idempotencyKey: id });
    return data.state === 'rejected' ? { type: 'refused', reason: REJECTED } : { type: 'sent' };
  },
};

const REJECTED = 'The screenshot could not be accepted. Please choose another one.';

/** What becomes of an account setup shows with the answer. */
const SETUP_CALL: SubmissionCall<'setup'> = {
  kind: 'setup',
  fileGone: 'The deposit proof is no longer on this device. Please choose it again.',
  submit: async ({ id, uid, content: { brokerAccount, depositAmount, accessPath } }) => {
    const body = { setupId: id, brokerAccount, depositAmount, accessPath };
    const { data } = await call('submitSetup', { body, idempotencyKey: id });
    await withDatabase(uid, (database) => storeSetup(database, data));
    return { type: 'sent' };
  },
};

/**
 * Brings a submission to the server: its file first, under the id of the item, then the call that names it. Both may come again; they count once.
 * @throws ApiError, NetworkError, or what the upload throws
 */
async function sendSubmission<K extends SubmissionKind>(
  item: ItemOf<K>,
  { kind, fileGone, submit }: SubmissionCall<K>,
  stopped: AbortSignal,
): Promise<SendOutcome> {
  const isFileSent = await sendFile(item, kind, stopped);
  return isFileSent ? submit(item) : { type: 'refused', reason: fileGone };
}

/** Brings a change of the settings to the server; the member shows as it answers. @throws ApiError @throws NetworkError */
async function sendSettings({ uid, content }: ItemOf<'settings'>): Promise<SendOutcome> {
  const { data } = await call('updateAccount', { body: content.body });
  if (currentUser()?.id === uid) storeUser(data);
  return { type: 'sent' };
}

/** Keeps the ticket as the server answered it: it may come by no other way, where no listener can connect. */
async function answered(uid: string, ticket: Ticket): Promise<SendOutcome> {
  await withDatabase(uid, (database) => storeTicket(database, ticket));
  return { type: 'sent' };
}

/** Opens a ticket. @throws ApiError @throws NetworkError */
async function openTicket({ id, uid, content }: ItemOf<'ticket'>): Promise<SendOutcome> {
  const { data } = await call('openTicket', { body: content.body, idempotencyKey: id });
  return answered(uid, data);
}

/** Adds a message to a ticket. @throws ApiError @throws NetworkError */
async function replyToTicket({ id, uid, content }: ItemOf<'reply'>): Promise<SendOutcome> {
  const { ticketId, message } = content;
  const { data } = await call('replyToTicket', {
    params: { id: ticketId },
    body: { message },
    idempotencyKey: id,
  });
  return answered(uid, data);
}

/** Closes a ticket. @throws ApiError @throws NetworkError */
async function closeTicket({ uid, content }: ItemOf<'close'>): Promise<SendOutcome> {
  const { data } = await call('closeTicket', { params: { id: content.ticketId } });
  return answered(uid, data);
}

function send(item: OutboxItem, stopped: AbortSignal): Promise<SendOutcome> {
  const { content } = item;
  switch (content.kind) {
    case 'proof':
      return sendSubmission({ ...item, content }, PROOF_CALL, stopped);
    case 'setup':
      return sendSubmission({ ...item, content }, SETUP_CALL, stopped);
    case 'ticket':
      return openTicket({ ...item, content });
    case 'reply':
      return replyToTicket({ ...item, content });
    case 'close':
      return closeTicket({ ...item, content });
    case 'settings':
      return sendSettings({ ...item, content });
  }
}

/** Brings an item to the server, which counts it once, however often it comes. Never rejects. */
export const deliver = (item: OutboxItem, stopped: AbortSignal): Promise<SendOutcome> =>
  send(item, stopped).catch(outcomeOf);
