import { setTimeout as wait } from 'node:timers/promises';
import type { FailedEmail } from '@quantalgo/contracts/console/console';
import { type Brand, DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { mailDocument } from '../../collections/account';
import {
  findGiveUpReason,
  MAIL_LEASE_MS,
  renderEmail,
  getEmailRetryDelay,
} from '../../domain/email/email';
import { isTemplateName, templates, type EmailSite } from '../../domain/email/templates';
import { logAlarm } from '../core/alarm';
import type { Clock } from '../core/clock';
import { parseDocument } from '../core/documents';
import type { Opener } from '../core/secrets';
import { addTasks, IMMEDIATELY, type TaskQueue } from '../core/taskQueues';
import { recordStaffAction } from '../core/staffActions';
import { type SendEmail, isFinalRefusal } from './smtp';

export interface EmailDeps {
  readonly firestore: Firestore;
  readonly mailSecrets: Opener;
  readonly send: SendEmail;
  /** Resolves when the next email may be sent; false if that would take too long. */
  readonly waitForTurn: () => Promise<boolean>;
  readonly tasks: TaskQueue;
  readonly siteUrl: string;
  readonly brand: Brand;
  readonly clock: Clock;
}

/** Staff see a list of `dead` emails. `sending` lasts until the lease ends. */
type EmailState = 'waiting' | 'sending' | 'sent' | 'dead';

const textsSchema = z.record(z.string(), z.string());

const emailSchema = z.object({
  ...z.pick(mailDocument, {
    to: true,
    parameters: true,
    sealed: true,
    attempts: true,
    dueAt: true,
    validUntil: true,
  }).shape,
  template: z.enum(Object.keys(templates).filter(isTemplateName)),
});

type Email = z.infer<typeof emailSchema>;

interface EmailUpdate {
  readonly state: EmailState;
  readonly problem: string | null;
  readonly dueAt: Timestamp | null;
  readonly sealed?: null;
}

const toFinalUpdate = (state: 'sent' | 'dead', problem: string | null): EmailUpdate => ({
  state,
  problem,
  sealed: null,
  dueAt: null,
});

type Claim = { readonly email: Email } | { readonly dueAt: number } | 'expired' | 'finished';

async function claim(
  firestore: Firestore,
  reference: DocumentReference,
  now: number,
): Promise<Claim> {
  return firestore.runTransaction(async (transaction): Promise<Claim> => {
    const email = parseDocument(emailSchema, await transaction.get(reference));
    if (!email || email.dueAt === null) return 'finished';
    if (email.dueAt > now) return { dueAt: email.dueAt };
    const updatedAt = Timestamp.fromMillis(now);
    if (email.validUntil !== null && email.validUntil <= now) {
      transaction.update(reference, { ...toFinalUpdate('dead', 'expired'), updatedAt });
      return 'expired';
    }
    const attempts = email.attempts + 1;
    transaction.update(reference, {
      state: 'sending' satisfies EmailState,
      attempts,
      dueAt: Timestamp.fromMillis(now + MAIL_LEASE_MS),
      updatedAt,
    });
    return { email: { ...email, attempts } };
  });
}

async function renderAndSend({ mailSecrets, send, ...site }: EmailDeps, id: string, email: Email) {
  const { template, to, parameters, sealed } = email;
  const secretParameters =
    sealed === null ? {} : textsSchema.parse(JSON.parse(mailSecrets.open(sealed)));
  await send({ id, to, ...renderEmail(template, { ...parameters, ...secretParameters }, site) });
}

function toFailureUpdate(email: Email, error: unknown, now: number): EmailUpdate {
  const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const nextAt = now + getEmailRetryDelay(email.attempts);
  const reason = findGiveUpReason(email, isFinalRefusal(error), nextAt);
  if (reason !== null) return toFinalUpdate('dead', `${reason}: ${problem}`);
  return { state: 'waiting', problem, dueAt: Timestamp.fromMillis(nextAt) };
}

const toTask = (id: string) => ({ collection: 'mail', id });

/** Null if it is finished, or not due yet (then a task is queued). */
async function claimAndSend(deps: EmailDeps, id: string): Promise<EmailState | null> {
  const { firestore, clock, tasks } = deps;
  const reference = firestore.collection('mail').doc(id);
  const claimResult = await claim(firestore, reference, clock());
  if (claimResult === 'finished') return null;
  if (claimResult === 'expired') return 'dead';
  if ('dueAt' in claimResult) {
    await tasks.add(toTask(id), claimResult.dueAt);
    return null;
  }
  const { email } = claimResult;
  const outcome = await renderAndSend(deps, id, email).then(
    () => toFinalUpdate('sent', null),
    (error: unknown) => toFailureUpdate(email, error, clock()),
  );
  await reference.update({ ...outcome, updatedAt: Timestamp.fromMillis(clock()) });
  if (outcome.dueAt !== null) await tasks.add(toTask(id), outcome.dueAt.toMillis());
  return outcome.state;
}

const isReady = (snapshot: DocumentSnapshot, now: number): boolean => {
  const stored = parseDocument(emailSchema, snapshot);
  if (!stored || stored.dueAt === null || stored.dueAt > now) return false;
  return stored.validUntil === null || stored.validUntil > now;
};

/**
 * Sends a due email once, even if run twice. A task retries failures. An expired email becomes
 * `dead`.
 * @returns its state; null if nothing was due or a task sends it later
 */
export async function deliverEmail(deps: EmailDeps, id: string): Promise<EmailState | null> {
  const { firestore, clock, tasks, waitForTurn } = deps;
  const snapshot = await firestore.collection('mail').doc(id).get();
  // Waits before the claim, so that a waiting email isn't leased and no attempt is counted.
  if (!isReady(snapshot, clock()) || (await waitForTurn())) return claimAndSend(deps, id);
  await tasks.add(toTask(id), IMMEDIATELY);
  return null;
}

const MAX_EMAILS_PER_SWEEP = 500;

/** An email this late has missed the task of an earlier sweep. */
const MAX_TASK_DELAY_MS = 5 * 60_000;

const dueEmailSchema = z.pick(mailDocument, { validUntil: true, dueAt: true });

function sortByUrgency(dueEmails: readonly DocumentSnapshot[]) {
  const emails = dueEmails.map((snapshot) => {
    const { validUntil = null, dueAt = null } = parseDocument(dueEmailSchema, snapshot) ?? {};
    return { id: snapshot.id, expiry: validUntil ?? Infinity, dueAt: dueAt ?? Infinity };
  });
  return emails.sort((a, b) => (a.expiry === b.expiry ? 0 : a.expiry - b.expiry));
}

/** Finds emails whose first attempt was never made, or whose task was lost. */
export async function sweepEmails({
  firestore,
  clock,
  tasks,
}: Pick<EmailDeps, 'firestore' | 'clock' | 'tasks'>): Promise<number> {
  const now = clock();
  const { docs } = await firestore
    .collection('mail')
    .where('dueAt', '<=', Timestamp.fromMillis(now))
    .orderBy('dueAt')
    .limit(MAX_EMAILS_PER_SWEEP)
    .get();
  const emails = sortByUrgency(docs);
  const dueTasks = emails.map(({ id }) => toTask(id));
  await addTasks(tasks, dueTasks, now);
  const lateCount = emails.filter(({ dueAt }) => dueAt <= now - MAX_TASK_DELAY_MS).length;
  if (lateCount > 0) logAlarm({ alarm: 'tasks-late', value: lateCount });
  return docs.length;
}

/**
 * Calls resolve in order, at most `perSecond` times a second. A call that would wait longer than
 * `maxWaitMs` resolves to false immediately.
 */
export function createRateLimiter(perSecond: number, maxWaitMs = Infinity): () => Promise<boolean> {
  let nextFreeAt = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, nextFreeAt);
    if (at - now > maxWaitMs) return false;
    nextFreeAt = at + 1000 / perSecond;
    if (at > now) await wait(at - now);
    return true;
  };
}

const MAX_LISTED_EMAILS = 50;

const storedEmailSchema = z.omit(mailDocument, { sealed: true, dueAt: true });

/** Any site will do to check that an email can be rendered. */
const PLACEHOLDER_SITE: EmailSite = { siteUrl: 'https://site.test', brand: DEMONSTRATION_BRAND };

/** False if the template needs secrets, because those of dead emails are erased. */
function isRenderable(template: string, parameters: Readonly<Record<string, string>>): boolean {
  if (!isTemplateName(template)) return false;
  try {
    renderEmail(template, parameters, PLACEHOLDER_SITE);
    return true;
  } catch {
    return false;
  }
}

function parseFailedEmail(snapshot: DocumentSnapshot, now: number): FailedEmail | null {
  const stored = parseDocument(storedEmailSchema, snapshot);
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
    canRetry: (validUntil === null || validUntil > now) && isRenderable(template, parameters),
  };
}

export async function listFailedEmails(firestore: Firestore, now: number): Promise<FailedEmail[]> {
  const { docs } = await firestore
    .collection('mail')
    .where('state', '==', 'dead')
    .orderBy('updatedAt', 'desc')
    .limit(MAX_LISTED_EMAILS)
    .get();
  return docs.flatMap((snapshot) => parseFailedEmail(snapshot, now) ?? []);
}

export async function retryFailedEmail(
  firestore: Firestore,
  { id, by, now }: { id: string; by: string; now: number },
): Promise<'queued' | 'missing' | 'useless'> {
  return firestore.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(firestore.collection('mail').doc(id));
    const email = parseFailedEmail(snapshot, now);
    if (!email) return 'missing';
    if (!email.canRetry) return 'useless';
    const at = Timestamp.fromMillis(now);
    transaction.update(snapshot.ref, { state: 'waiting', attempts: 0, dueAt: at, updatedAt: at });
    const uid = parseDocument(storedEmailSchema, snapshot)?.uid ?? null;
    const reason = `${email.template} ${id}`;
    recordStaffAction(firestore, transaction, { by, uid, action: 'mail retried', reason, now });
    return 'queued';
  });
}
