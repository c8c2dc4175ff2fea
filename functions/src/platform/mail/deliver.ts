import { firestoreTime } from '@quantalgo/contracts';
import { Timestamp, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { backOff, givenUp, MAIL_LEASE_MS } from '../../domain/mail/delivery';
import { renderMail } from '../../domain/mail/render';
import { isTemplateName } from '../../domain/mail/templates';
import type { Clock } from '../clock';
import { parseDocument } from '../parseDocument';
import type { Secrets } from '../secrets';
import { isFinal, type SendMail } from './smtp';

export interface MailDeps {
  readonly firestore: Firestore;
  readonly secrets: Secrets;
  readonly send: SendMail;
  readonly siteUrl: string;
  readonly clock: Clock;
}

/** `waiting` for its time, `sending` until its lease ends, `sent`, or `dead`: given up, which staff will see. */
type MailState = 'waiting' | 'sending' | 'sent' | 'dead';

const texts = z.record(z.string(), z.string());
const mailSchema = z.object({
  template: z.string().check(z.refine(isTemplateName)),
  to: z.string(),
  parameters: texts,
  sealed: z.nullable(z.string()),
  attempts: z.int(),
  /** When an attempt may begin; null once there will be none. */
  dueAt: z.nullable(firestoreTime),
  validUntil: z.nullable(firestoreTime),
});
type Mail = z.infer<typeof mailSchema>;

/** Takes the mail for one attempt; null where it is not due: another run has it, or has sent it. */
async function claim(
  firestore: Firestore,
  reference: DocumentReference,
  now: number,
): Promise<Mail | null> {
  return firestore.runTransaction(async (transaction) => {
    const mail = parseDocument(mailSchema, await transaction.get(reference));
    if (!mail || mail.dueAt === null || mail.dueAt > now) return null;
    const attempts = mail.attempts + 1;
    transaction.update(reference, {
      state: 'sending' satisfies MailState,
      attempts,
      dueAt: Timestamp.fromMillis(now + MAIL_LEASE_MS),
      updatedAt: Timestamp.fromMillis(now),
    });
    return { ...mail, attempts };
  });
}

async function attempt({ secrets, send, siteUrl }: MailDeps, id: string, mail: Mail) {
  const { template, to, parameters, sealed } = mail;
  if (!isTemplateName(template)) throw new Error(`There is no template ${template}`);
  const hidden = sealed === null ? {} : texts.parse(JSON.parse(secrets.open(sealed)));
  await send({ id, to, ...renderMail(template, { ...parameters, ...hidden }, siteUrl) });
}

/** What an attempt changes in the document. */
interface Outcome {
  readonly state: MailState;
  readonly problem: string | null;
  readonly dueAt: Timestamp | null;
  readonly sealed?: null;
}

/** What is stored when nothing more will be done: the secrets are erased. */
const finished = (state: 'sent' | 'dead', problem: string | null): Outcome => ({
  state,
  problem,
  sealed: null,
  dueAt: null,
});

/** The document after a failed attempt: due again later, or dead. */
function afterFailure(mail: Mail, error: unknown, now: number): Outcome {
  const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const nextAt = now + backOff(mail.attempts);
  const why = givenUp(mail, isFinal(error), nextAt);
  if (why !== null) return finished('dead', `${why}: ${problem}`);
  return { state: 'waiting', problem, dueAt: Timestamp.fromMillis(nextAt) };
}

/**
 * Sends a mail of the outbox if it is due. Run twice, at once or later, it sends once; what fails is due again later.
 * @returns what became of it; null where there was nothing to do
 */
export async function deliverMail(deps: MailDeps, id: string): Promise<MailState | null> {
  const { firestore, clock } = deps;
  const reference = firestore.collection('mail').doc(id);
  const mail = await claim(firestore, reference, clock());
  if (!mail) return null;
  const outcome = await attempt(deps, id, mail).then(
    () => finished('sent', null),
    (error: unknown) => afterFailure(mail, error, clock()),
  );
  await reference.update({ ...outcome, updatedAt: Timestamp.fromMillis(clock()) });
  return outcome.state;
}

/** Mails that one run takes up: those that are longest due. */
const AT_ONCE = 50;

/** Delivers what is due: mails whose first attempt failed, or was never made. */
export async function deliverDueMail(deps: MailDeps): Promise<(MailState | null)[]> {
  const due = await deps.firestore
    .collection('mail')
    .where('dueAt', '<=', Timestamp.fromMillis(deps.clock()))
    .orderBy('dueAt')
    .limit(AT_ONCE)
    .get();
  return Promise.all(due.docs.map(({ id }) => deliverMail(deps, id)));
}
