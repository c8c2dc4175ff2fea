import { expect, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { startPushService, type PushService } from '@quantalgo/tools/fixtures/pushService';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import { PUSH_MESSAGE } from '../../src/data/core/workerProtocol';
import { addresses } from './suite';

/** A browser with a local push service. */
export interface PushBrowser {
  readonly service: PushService;
  /** Delivers a push to the browser and waits until the worker has shown it. */
  readonly deliver: (payload: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Chromium has no push service in tests, so only the subscription is stubbed. */
function makeSubscription(given: { endpoint: string; keys: Record<string, string> }): void {
  let key: BufferSource | string | null = null;
  const toBytes = (text: string) => {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
  };
  const made = () => ({
    options: { applicationServerKey: typeof key === 'string' ? toBytes(key) : key },
    toJSON: () => given,
    unsubscribe: () => {
      key = null;
      return Promise.resolve(true);
    },
  });
  Object.assign(PushManager.prototype, {
    subscribe: (how: PushSubscriptionOptionsInit) => {
      key = how.applicationServerKey ?? null;
      return Promise.resolve(made());
    },
    getSubscription: () => Promise.resolve(key === null ? null : made()),
  });
}

/** The browser's id of the page's service worker registration. */
async function findRegistrationId(session: CDPSession): Promise<string> {
  let id = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? id;
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => id).not.toBe('');
  return id;
}

/** Starts waiting for the worker's message that it has shown the next push. Runs in the page. */
function expectShown(type: string): void {
  const shown = new Promise<void>((resolve) =>
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<object>) => {
      if (Reflect.get(data, 'type') === type && 'id' in data) resolve();
    }),
  );
  navigator.serviceWorker.startMessages();
  Object.assign(window, { pushShown: shown });
}

/** Opens a push service and grants the permission. Call it before the context's first page loads. */
export async function pushBrowser(context: BrowserContext, page: Page): Promise<PushBrowser> {
  const service = await startPushService();
  await context.grantPermissions(['notifications'], { origin: addresses.site });
  await context.addInitScript(makeSubscription, service.subscribe());
  const session = await context.newCDPSession(page);
  let registration: Promise<string> | undefined;
  return {
    service,
    deliver: async (payload) => {
      const registrationId = await (registration ??= findRegistrationId(session));
      const data = JSON.stringify(payload);
      const message = { origin: addresses.site, registrationId, data };
      await page.evaluate(expectShown, PUSH_MESSAGE.shown);
      await session.send('ServiceWorker.deliverPushMessage', message);
      // Chromium drops a notification that is queried while it is being shown.
      await page.evaluate('window.pushShown');
    },
    close: service.close,
  };
}

/** A generic push that doesn't expire. */
export const aPush = (title: string): PushPayload => ({
  id: title,
  event: 'ticket',
  title,
  body: 'Open the app to see it.',
  to: PATHS.dashboard,
  sentAt: Date.now(),
  until: null,
  silent: false,
  receipt: null,
});

/** Title and text of each notification now shown. */
export const notificationsOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
      getNotifications: () => registration.getNotifications(),
    }));
    return (await getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

/**
 * Clicks the notification with this title, or one of its buttons, and then waits for the worker. Dispatches the event,
 * because tests can't reach the system's list.
 */
export async function clickNotification(
  context: BrowserContext,
  title: string,
  action = '',
): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  await worker.evaluate(`(async () => {
    const notifications = await self.registration.getNotifications();
    const notification = notifications.find(({ title }) => title === ${JSON.stringify(title)});
    const action = ${JSON.stringify(action)};
    let work;
    const waitUntil = (promise) => { work = promise; };
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action, waitUntil }));
    if (action !== '') await work;
  })()`);
}
