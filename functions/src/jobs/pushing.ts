import { wallClock } from '../platform/core/clock';
import { environment, required } from '../platform/core/environment';
import { auth, firestore } from '../platform/core/firebase';
import type { PushDeps } from '../platform/push/deliver';
import { pushSender } from '../platform/push/sender';
import { secretsOf } from '../platform/core/secrets';

const ADDRESS = /<([^<>]+)>$/;

/** `mailto:` of whoever sends the site's mails: by it a push service reaches the site's owner. */
const ownerOf = (mailFrom: string) => `mailto:${ADDRESS.exec(mailFrom)?.[1] ?? mailFrom}`;

let made: PushDeps | undefined;

/** What the telling of devices reaches; null on a site without keys for push. */
export function pushDeps(): PushDeps | null {
  const { mailFrom, secretsKey, vapidPublicKey, vapidPrivateKey } = environment;
  if (vapidPublicKey === null || vapidPrivateKey === null) return null;
  const keys = { publicKey: vapidPublicKey, privateKey: vapidPrivateKey };
  made ??= {
    firestore: firestore(),
    auth: auth(),
    secrets: secretsOf(required(secretsKey, 'SECRETS_KEY')),
    clock: wallClock,
    send: pushSender({ ...keys, subject: ownerOf(mailFrom) }),
  };
  return made;
}
