import { subscriptionSchema, type Subscription } from '@quantalgo/contracts';

/** Whether a subscription was made for this key of the server (base64url). */
function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

const wireOf = (subscription: PushSubscription): Subscription => {
  const { endpoint, keys } = subscription.toJSON();
  return subscriptionSchema.parse({ endpoint, keys });
};

/**
 * This browser's subscription for the server's key: the one that there is, or a new one.
 * @throws DOMException where the browser makes none
 */
export async function subscriptionFor(publicKey: string): Promise<Subscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  if (there && isFor(there, publicKey)) return wireOf(there);
  await there?.unsubscribe();
  const how = { userVisibleOnly: true, applicationServerKey: publicKey };
  return wireOf(await pushManager.subscribe(how));
}
