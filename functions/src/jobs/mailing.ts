import { wallClock } from '../platform/core/clock';
import { environment, required } from '../platform/core/environment';
import { firestore } from '../platform/core/firebase';
import { type MailDeps, smtpSender } from '../platform/mail';
import { secretsOf } from '../platform/core/secrets';

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
