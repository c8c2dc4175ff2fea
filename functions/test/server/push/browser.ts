import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Subscription } from '@quantalgo/contracts/push/push';

export function createBrowserSubscription(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
): Subscription {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return { endpoint, keys: { p256dh: ecdh.getPublicKey('base64url'), auth } };
}

export const PUSH_ON = { publicKey: 'a key', pairs: ['EURUSD', 'GBPUSD'], local: false };
