import { wallClock } from './platform/core/clock';
import { MAIL_OPTIONS, MAIL_SWEEP_OPTIONS, MAIL_TASK_OPTIONS } from './platform/core/deployment';
import { environment, requireSetting } from './platform/core/environment';
import { firestore } from './platform/core/firebase';
import { createSecrets } from './platform/core/secrets';
import { openTaskQueue, taskSchema } from './platform/core/taskQueues';
import {
  deliverEmail as deliver,
  createRateLimiter,
  type EmailDeps,
  sweepEmails,
} from './platform/email/queue';
import { createSmtpSender } from './platform/email/smtp';
import { logger } from './platform/core/log';
import { onDocumentCreated, onSchedule, onTaskDispatched } from './platform/core/triggers';

// Share of the mail server's rate for emails sent by the trigger. Tasks use the rest.
const IMMEDIATE_SHARE = 0.1;

const openEmailTasks = () => openTaskQueue('runMailTask', wallClock);

let sender: EmailDeps['send'] | undefined;
let triggerRateLimiter: EmailDeps['waitForTurn'] | undefined;
let taskRateLimiter: EmailDeps['waitForTurn'] | undefined;

// The sender is cached because all emails of an instance share its connections.
function createEmailDeps(waitForTurn: EmailDeps['waitForTurn']): EmailDeps {
  const { brand, mailFrom, mailKey, siteUrl, smtpUrl } = environment;
  return {
    firestore: firestore(),
    mailSecrets: createSecrets(requireSetting(mailKey, 'MAIL_KEY')),
    send: (sender ??= createSmtpSender(requireSetting(smtpUrl, 'SMTP_URL'), mailFrom)),
    waitForTurn,
    tasks: openEmailTasks(),
    siteUrl,
    brand: requireSetting(brand, 'BRAND_NAME'),
    clock: wallClock,
  };
}

export const deliverMail = onDocumentCreated(
  { ...MAIL_OPTIONS, document: 'mail/{id}' },
  async ({ params: { id } }) => {
    // Without a task if the rate allows, because a task would delay login codes by a cold start.
    triggerRateLimiter ??= createRateLimiter(environment.mailPerSecond * IMMEDIATE_SHARE, 0);
    const state = await deliver(createEmailDeps(triggerRateLimiter), id);
    if (state !== null) logger.info('Email', { id, state });
  },
);

export const runMailTask = onTaskDispatched(MAIL_TASK_OPTIONS, async ({ data }) => {
  const { id } = taskSchema.parse(data);
  taskRateLimiter ??= createRateLimiter(environment.mailPerSecond * (1 - IMMEDIATE_SHARE));
  const state = await deliver(createEmailDeps(taskRateLimiter), id);
  if (state !== null) logger.info('Email', { id, state });
});

export const retryMail = onSchedule(MAIL_SWEEP_OPTIONS, async () => {
  const added = await sweepEmails({
    firestore: firestore(),
    clock: wallClock,
    tasks: openEmailTasks(),
  });
  if (added > 0) logger.info('Due emails queued', { added });
});
