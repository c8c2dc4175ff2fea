import { wallClock } from '../platform/clock';
import { environment, required } from '../platform/environment';
import { firestore } from '../platform/firebase';
import type { MailDeps } from '../platform/mail/deliver';
import { smtpSender } from '../platform/mail/smtp';
import { secretsOf } from '../platform/secrets';

/** What the sending of mail reaches. */
export function mailDeps(): MailDeps {
  const { mailFrom, secretsKey, siteUrl, smtpUrl } = environment;
  return {
    firestore: firestore(),
    secrets: secretsOf(required(secretsKey, 'SECRETS_KEY')),
    send: smtpSender(required(smtpUrl, 'SMTP_URL'), mailFrom),
    siteUrl,
    clock: wallClock,
  };
}
