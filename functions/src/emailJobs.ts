import { logger } from 'firebase-functions';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { wallClock } from './platform/core/clock';
import { MAIL_OPTIONS, MAIL_SWEEP_OPTIONS, MAIL_TASK_OPTIONS } from './platform/core/deployment';
import { environment, required } from './platform/core/environment';
import { firestore } from './platform/core/firebase';
import { secretsOf } from './platform/core/secrets';
import { openTaskQueue, taskSchema } from './platform/core/taskQueues';
import {
  deliverMail as deliver,
  inTurn,
  type MailDeps,
  smtpSender,
  sweepMail,
} from './platform/email/email';

/** The part of the mail server's rate for mails that are sent at once. The tasks have the rest: they carry a wave. */
const FIRST_SHARE = 0.1;

const mailTasks = () => openTaskQueue('runMailTask', wallClock);

let sender: MailDeps['send'] | undefined;
let firstTurn: MailDeps['turn'] | undefined;
let taskTurn: MailDeps['turn'] | undefined;

/** The dependencies of mail delivery; all mails of an instance share its connections to the mail server. */
function mailDeps(turn: MailDeps['turn']): MailDeps {
  const { brand, mailFrom, mailKey, siteUrl, smtpUrl } = environment;
  return {
    firestore: firestore(),
    mailSecrets: secretsOf(required(mailKey, 'MAIL_KEY')),
    send: (sender ??= smtpSender(required(smtpUrl, 'SMTP_URL'), mailFrom)),
    turn,
    tasks: mailTasks(),
    siteUrl,
    brand: required(brand, 'BRAND_NAME'),
    clock: wallClock,
  };
}

/** On a queued mail: sends it, or adds its task where the mail server has no room for it now. */
export const deliverMail = onDocumentCreated(
  { ...MAIL_OPTIONS, document: 'mail/{id}' },
  async ({ params: { id } }) => {
    // Sent at once, so that a code doesn't wait for a second function to start.
    firstTurn ??= inTurn(environment.mailPerSecond * FIRST_SHARE, 0);
    const state = await deliver(mailDeps(firstTurn), id);
    if (state !== null) logger.info('Mail', { id, state });
  },
);

/** Sends a mail whose first attempt failed, or was put off. */
export const runMailTask = onTaskDispatched<unknown>(MAIL_TASK_OPTIONS, async ({ data }) => {
  const { id } = taskSchema.parse(data);
  taskTurn ??= inTurn(environment.mailPerSecond * (1 - FIRST_SHARE));
  const state = await deliver(mailDeps(taskTurn), id);
  if (state !== null) logger.info('Mail', { id, state });
});

/** Every five minutes: adds tasks for the mails that are due without one. */
export const retryMail = onSchedule(MAIL_SWEEP_OPTIONS, async () => {
  const added = await sweepMail({ firestore: firestore(), clock: wallClock, tasks: mailTasks() });
  if (added > 0) logger.info('Mails swept', { added });
});
