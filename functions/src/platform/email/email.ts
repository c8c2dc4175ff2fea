import { setTimeout as wait } from 'node:timers/promises';
import type { FailedMail } from '@quantalgo/contracts/console/console';
import { type Brand, DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import { mailDocument } from '../../collections/account';
import {
  giveUpReason,
  MAIL_LEASE_MS,
  type RenderedMail,
  renderMail,
  retryDelayMs,
} from '../../domain/email/email';
import { isTemplateName, type MailSite } from '../../domain/email/templates';
import { logAlarm } from '../core/alarm';
import type { Clock } from '../core/clock';
import { parseDocument } from '../core/documents';
import type { Opener } from '../core/secrets';
import { addTasks, IMMEDIATELY, type TaskQueue } from '../core/taskQueues';
import { recordStaffAction } from '../core/staffActions';

export interface MailDeps {
  readonly firestore: Firestore;
  readonly mailSecrets: Opener;
  readonly send: SendMail;
  /** Resolves when the next mail may be sent; false if that would take too long. */
  readonly turn: () => Promise<boolean>;
  /** Sends what is due later. */
  readonly tasks: TaskQueue;
  readonly siteUrl: string;
  readonly brand: Brand;
  readonly clock: Clock;
}

/** `waiting` until due, `sending` until its lease ends, `sent`, or `dead`: given up and listed for staff. */
type MailState = 'waiting' | 'sending' | 'sent' | 'dead';

const texts = z.record(z.string(), z.string());

const mailSchema = z.object({
  ...z.pick(mailDocument, {
    to: true,
    parameters: true,
    sealed: true,
    attempts: true,
    dueAt: true,
    validUntil: true,
  }).shape,
  template: z.string().check(z.refine(isTemplateName)),
});

type Mail = z.infer<typeof mailSchema>;

/** The changes to the document after an attempt. */
interface MailUpdate {
  readonly state: MailState;
  readonly problem: string | null;
  readonly dueAt: Timestamp | null;
  readonly sealed?: null;
}

/** The final state of a mail: its secrets are erased. */
const finished = (state: 'sent' | 'dead', problem: string | null): MailUpdate => ({
  state,
  problem,
  sealed: null,
  dueAt: null,
});

/** The result of a claim: the mail, when it is due if that is later (another run may have it), or its end. */
type Claim =
  | { readonly mail: Mail }
  | { readonly dueAt: number }
  | 'expired'
  /** Sent, given up or deleted. */
  | 'finished';

/** Claims the mail for one attempt. One whose code ran out is given up instead: `expired`. */
async function claim(
  firestore: Firestore,
  reference: DocumentReference,
  now: number,
): Promise<Claim> {
  return firestore.runTransaction(async (transaction): Promise<Claim> => {
    const mail = parseDocument(mailSchema, await transaction.get(reference));
    if (!mail || mail.dueAt === null) return 'finished';
    if (mail.dueAt > now) return { dueAt: mail.dueAt };
    const updatedAt = Timestamp.fromMillis(now);
    if (mail.validUntil !== null && mail.validUntil <= now) {
      transaction.update(reference, { ...finished('dead', 'expired'), updatedAt });
      return 'expired';
    }
    const attempts = mail.attempts + 1;
    transaction.update(reference, {
      state: 'sending' satisfies MailState,
      attempts,
      dueAt: Timestamp.fromMillis(now + MAIL_LEASE_MS),
      updatedAt,
    });
    return { mail: { ...mail, attempts } };
  });
}

async function attempt({ mailSecrets, send, ...site }: MailDeps, id: string, mail: Mail) {
  const { template, to, parameters, sealed } = mail;
  if (!isTemplateName(template)) throw new Error(`There is no template ${template}`);
  const hidden = sealed === null ? {} : texts.parse(JSON.parse(mailSecrets.open(sealed)));
  await send({ id, to, ...renderMail(template, { ...parameters, ...hidden }, site) });
}

/** The document after a failed attempt: due again later, or dead. */
function afterFailure(mail: Mail, error: unknown, now: number): MailUpdate {
  const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const nextAt = now + retryDelayMs(mail.attempts);
  const why = giveUpReason(mail, isFinal(error), nextAt);
  if (why !== null) return finished('dead', `${why}: ${problem}`);
  return { state: 'waiting', problem, dueAt: Timestamp.fromMillis(nextAt) };
}

/** A task, so that a mail is sent when it is due. */
const mailTask = (id: string) => ({ collection: 'mail', id });

/** Claims a mail that is due and sends it, or gives it up. @returns its state; null where there was nothing to do */
async function claimAndSend(deps: MailDeps, id: string): Promise<MailState | null> {
  const { firestore, clock, tasks } = deps;
  const reference = firestore.collection('mail').doc(id);
  const claimed = await claim(firestore, reference, clock());
  if (claimed === 'finished') return null;
  if (claimed === 'expired') return 'dead';
  if ('dueAt' in claimed) {
    await tasks.add(mailTask(id), claimed.dueAt);
    return null;
  }
  const { mail } = claimed;
  const outcome = await attempt(deps, id, mail).then(
    () => finished('sent', null),
    (error: unknown) => afterFailure(mail, error, clock()),
  );
  await reference.update({ ...outcome, updatedAt: Timestamp.fromMillis(clock()) });
  if (outcome.dueAt !== null) await tasks.add(mailTask(id), outcome.dueAt.toMillis());
  return outcome.state;
}

/** A mail that waits for nothing but the mail server. */
const isReady = (mail: DocumentSnapshot, now: number): boolean => {
  const stored = parseDocument(mailSchema, mail);
  if (!stored || stored.dueAt === null || stored.dueAt > now) return false;
  return stored.validUntil === null || stored.validUntil > now;
};

/**
 * Sends a queued mail if it is due. Run twice, concurrently or later, it sends once; after a failure a task sends it at
 * the time that its document states. One whose code ran out is given up.
 * @returns its state; null where there was nothing to do, or a task sends it later
 */
export async function deliverMail(deps: MailDeps, id: string): Promise<MailState | null> {
  const { firestore, clock, tasks, turn } = deps;
  const mail = await firestore.collection('mail').doc(id).get();
  // Before it is claimed: a mail waiting here isn't leased, and no attempt is counted. What isn't sent takes no turn.
  if (!isReady(mail, clock()) || (await turn())) return claimAndSend(deps, id);
  await tasks.add(mailTask(id), IMMEDIATELY);
  return null;
}

/** Mails per sweep, those that are longest due first. */
const MAX_SWEPT = 500;

/** A mail that was due so long ago (ms) has missed the task of an earlier sweep. */
const TASK_LATE_MS = 5 * 60_000;

const sweptSchema = z.pick(mailDocument, { validUntil: true, dueAt: true });

/** The due mails: those that expire, with a code, before notices, and by the earliest expiry. */
function mostUrgentFirst(due: readonly DocumentSnapshot[]) {
  const mails = due.map((mail) => {
    const { validUntil = null, dueAt = null } = parseDocument(sweptSchema, mail) ?? {};
    return { id: mail.id, expiry: validUntil ?? Infinity, dueAt: dueAt ?? Infinity };
  });
  return mails.sort((a, b) => (a.expiry === b.expiry ? 0 : a.expiry - b.expiry));
}

/** Adds a new task for each mail that is due: its first attempt was never made, or its task was lost. @returns how many */
export async function sweepMail({
  firestore,
  clock,
  tasks,
}: Pick<MailDeps, 'firestore' | 'clock' | 'tasks'>): Promise<number> {
  const now = clock();
  const { docs } = await firestore
    .collection('mail')
    .where('dueAt', '<=', Timestamp.fromMillis(now))
    .orderBy('dueAt')
    .limit(MAX_SWEPT)
    .get();
  const mails = mostUrgentFirst(docs);
  const due = mails.map(({ id }) => mailTask(id));
  await addTasks(tasks, due, now);
  const late = mails.filter(({ dueAt }) => dueAt <= now - TASK_LATE_MS).length;
  if (late > 0) logAlarm({ alarm: 'tasks-late', value: late });
  return docs.length;
}

/** A mail to be sent; `id` is the same for every attempt, so that receivers can recognise duplicates. */
export interface OutgoingMail extends RenderedMail {
  readonly id: string;
  readonly to: string;
}

/**
 * A rate limiter: its calls resolve at most `perSecond` times a second, in order. One that would wait longer than
 * `maxWaitMs` takes no turn and resolves to false at once.
 */
export function inTurn(perSecond: number, maxWaitMs = Infinity): () => Promise<boolean> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    if (at - now > maxWaitMs) return false;
    next = at + 1000 / perSecond;
    if (at > now) await wait(at - now);
    return true;
  };
}

/** Passes a mail to a mail server; rejects where the server doesn't accept it. */
type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Connections to the mail server. */
const MAX_CONNECTIONS = 5;

const TIMEOUT_MS = 20_000;

/** Hosts of a mail server on this machine, which needs no encryption. */
const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Sends through the mail server at `url`, as `from`, over a few persistent connections: encrypted from the start
 * (smtps://) or by STARTTLS (smtp://), and otherwise not at all.
 */
export function smtpSender(url: string, from: string): SendMail {
  const requireTLS = !LOCAL_HOSTS.has(new URL(url).hostname);
  const pool = { pool: true, maxConnections: MAX_CONNECTIONS } as const;
  const transport = createTransport({ url, requireTLS, ...pool }, { from });
  const domain = from.replace(/^.*@|>.*$/g, '');
  return async ({ id, to, subject, text, html }) => {
    const sending = transport.sendMail({
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
    });
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The mail server took too long')), TIMEOUT_MS).unref();
    });
    await Promise.race([sending, late]);
  };
}

/** What nodemailer calls the commands whose reply is about one mail. Greeting, login and sender are the same for all. */
const ABOUT_ONE_MAIL = ['RCPT TO', 'DATA'] as const;

const refusalSchema = z.object({
  responseCode: z.number().check(z.gte(500)),
  command: z.enum(ABOUT_ONE_MAIL),
});

/** True where the mail server refused this mail for good, and not us: what is wrong with us is mended meanwhile. */
export const isFinal = (error: unknown): boolean => z.safeParse(refusalSchema, error).success;

const MAX_LISTED = 50;

const schema = z.omit(mailDocument, { sealed: true, dueAt: true });

/** Stands in for the real site: whether a mail can be rendered doesn't depend on it. */
const ANY_SITE: MailSite = { siteUrl: 'https://site.test', brand: DEMONSTRATION_BRAND };

/** True where the mail can be rendered from the stored parameters: secrets are erased when a mail is given up. */
function isWhole(template: string, parameters: Readonly<Record<string, string>>): boolean {
  if (!isTemplateName(template)) return false;
  try {
    renderMail(template, parameters, ANY_SITE);
    return true;
  } catch {
    return false;
  }
}

function failedOf(snapshot: DocumentSnapshot, now: number): FailedMail | null {
  const stored = parseDocument(schema, snapshot);
  if (stored?.state !== 'dead') return null;
  const { template, to, parameters, attempts, problem, validUntil, createdAt, updatedAt } = stored;
  return {
    id: snapshot.id,
    template,
    to,
    attempts,
    problem,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    canRetry: (validUntil === null || validUntil > now) && isWhole(template, parameters),
  };
}

/** Mails that were given up, newest first. `now` in epoch ms. */
export async function listFailedMails(firestore: Firestore, now: number): Promise<FailedMail[]> {
  const { docs } = await firestore
    .collection('mail')
    .where('state', '==', 'dead')
    .orderBy('updatedAt', 'desc')
    .limit(MAX_LISTED)
    .get();
  return docs.flatMap((mail) => failedOf(mail, now) ?? []);
}

/** Queues a mail that was given up again, for the next sweep. */
export async function retryFailedMail(
  firestore: Firestore,
  { id, by, now }: { id: string; by: string; now: number },
): Promise<'queued' | 'missing' | 'useless'> {
  return firestore.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(firestore.collection('mail').doc(id));
    const mail = failedOf(snapshot, now);
    if (!mail) return 'missing';
    if (!mail.canRetry) return 'useless';
    const at = Timestamp.fromMillis(now);
    transaction.update(snapshot.ref, { state: 'waiting', attempts: 0, dueAt: at, updatedAt: at });
    const uid = parseDocument(schema, snapshot)?.uid ?? null;
    const reason = `${mail.template} ${id}`;
    recordStaffAction(firestore, transaction, { by, uid, action: 'mail retried', reason, now });
    return 'queued';
  });
}
