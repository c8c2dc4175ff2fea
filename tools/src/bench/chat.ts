/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import {
  collection,
  connectFirestoreEmulator,
  initializeFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  terminate,
  Timestamp,
  where,
} from 'firebase/firestore';
import { deleteApp, initializeApp } from 'firebase/app';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { MAX_ROOM_POSTS } from '@quantalgo/contracts/network/post';
import * as z from 'zod/mini';
import { createAccount } from '../suite/accounts';
import { buildEmulatorEnvironment } from '../suite/environment';
import { logIn, MEMBER, withSuite, type DedicatedSuite, PHONE, withBrowser } from './browser';
import { fetchIdToken } from './revocation';
import { type Figure, percentile, type Section } from './section';

const LISTENER_COUNT = 100;
/** Additional listeners that run the app in a browser. */
const BROWSER_COUNT = 3;
/** Each is from a different member, because a new member's second message has to wait a minute. */
const MESSAGE_COUNT = 20;
/** Pause between messages, so that they don't queue. */
const PAUSE_MS = 500;
const MAX_P95_MS = 1000;
const TIMEOUT_MS = 30_000;
const MAX_CONCURRENT_LOGINS = 10;

interface Listener {
  readonly token: string;
  /** Arrival times (performance.now) by message id. */
  readonly arrivalTimes: ReadonlyMap<string, number>;
  readonly reads: () => number;
  readonly close: () => Promise<void>;
}

async function createMember(
  suite: DedicatedSuite,
): Promise<{ readonly uid: string; readonly email: string }> {
  const uid = `bench-chat-${randomUUID()}`;
  const email = `${uid}@example.test`;
  await createAccount(suite, { ...MEMBER, uid, email }, Date.now());
  return { uid, email };
}

async function createListener(suite: DedicatedSuite, since: Timestamp): Promise<Listener> {
  const { uid, email } = await createMember(suite);
  const token = await fetchIdToken(suite, email);
  const { GCLOUD_PROJECT: projectId } = buildEmulatorEnvironment(suite.ports);
  const app = initializeApp({ projectId, apiKey: 'demo' }, uid);
  const firestore = initializeFirestore(app, {});
  connectFirestoreEmulator(firestore, '127.0.0.1', suite.ports.firestore, { mockUserToken: token });
  const arrivalTimes = new Map<string, number>();
  let reads = 0;
  const messages = query(
    collection(firestore, 'messages'),
    where('open', '==', true),
    where('updatedAt', '>', since),
    orderBy('updatedAt', 'desc'),
    limit(MAX_ROOM_POSTS),
  );
  await new Promise<void>((resolve, reject) => {
    onSnapshot(
      messages,
      (snapshot) => {
        for (const { type, doc } of snapshot.docChanges()) {
          if (type !== 'removed') reads += 1;
          if (type === 'added') arrivalTimes.set(doc.id, performance.now());
        }
        resolve();
      },
      reject,
    );
  });
  const close = async () => {
    await terminate(firestore);
    await deleteApp(app);
  };
  return { token, arrivalTimes, reads: () => reads, close };
}

async function runInBatches<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count)
    results.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(MAX_CONCURRENT_LOGINS, count - results.length) }, work),
      )),
    );
  return results;
}

async function openChat(browser: Browser, suite: DedicatedSuite): Promise<Page> {
  const { email } = await createMember(suite);
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await logIn(page, suite.site, PATHS.essentialRoom, email);
  await page.getByPlaceholder('Write a message').waitFor();
  return page;
}

/** Resolves with the time (epoch ms) at which the page first contains the text. */
async function waitForText(page: Page, text: string): Promise<number> {
  const handle = await page.waitForFunction(
    (expected) => document.body.textContent.includes(expected) && Date.now(),
    text,
    { timeout: TIMEOUT_MS },
  );
  return z.number().parse(await handle.jsonValue());
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends a message whose text is its id. `sentAt` is a performance.now time. */
async function send({ site }: DedicatedSuite, { token }: Listener, id: string = randomUUID()) {
  const sentAt = performance.now();
  const reply = await fetch(`${site}/api/essential/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': id,
    },
    body: JSON.stringify({ action: 'write', text: id, mentions: [] }),
  });
  if (!reply.ok) throw new Error(`The chat responded ${reply.status}: ${await reply.text()}`);
  return { id, sentAt };
}

/** @throws Error on a timeout */
async function waitForAll(listeners: readonly Listener[], id: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!listeners.every(({ arrivalTimes }) => arrivalTimes.has(id))) {
    if (performance.now() > deadline) throw new Error('A message did not reach every listener');
    await wait(10);
  }
}

interface Delays {
  /** Delays in ms from the call to each listener's and page's receipt. */
  readonly listeners: readonly number[];
  readonly pages: readonly number[];
}

async function sendTo(
  suite: DedicatedSuite,
  listeners: readonly Listener[],
  pages: readonly Page[],
  author: Listener,
): Promise<Delays> {
  const id = randomUUID();
  const arrivals = pages.map((page) => waitForText(page, id));
  const startedAt = Date.now();
  const { sentAt } = await send(suite, author, id);
  await waitForAll(listeners, id);
  return {
    listeners: listeners.map(({ arrivalTimes }) => (arrivalTimes.get(id) ?? Infinity) - sentAt),
    pages: (await Promise.all(arrivals)).map((at) => at - startedAt),
  };
}

const toFigures = (place: string, delays: readonly number[]): Figure[] => [
  { name: `sent → ${place}, p50`, value: percentile(delays, 0.5), unit: 'ms' },
  {
    name: `sent → ${place}, p95`,
    value: percentile(delays, 0.95),
    unit: 'ms',
    atMost: MAX_P95_MS,
  },
  { name: `sent → ${place}, maximum`, value: percentile(delays, 1), unit: 'ms' },
];

async function measureOn(suite: DedicatedSuite, browser: Browser): Promise<Figure[]> {
  const since = Timestamp.now();
  const pages: Page[] = [];
  while (pages.length < BROWSER_COUNT) pages.push(await openChat(browser, suite));
  const listeners = await runInBatches(LISTENER_COUNT, () => createListener(suite, since));
  try {
    const [warmUpAuthor] = listeners;
    if (!warmUpAuthor) throw new Error('No listener is connected');
    // Warm-up: the Functions emulator starts a process for the first call.
    await waitForAll(listeners, (await send(suite, warmUpAuthor)).id);
    const readBefore = listeners.reduce((sum, { reads }) => sum + reads(), 0);
    const delays: Delays[] = [];
    for (const author of listeners.slice(1, MESSAGE_COUNT + 1)) {
      delays.push(await sendTo(suite, listeners, pages, author));
      await wait(PAUSE_MS);
    }
    const readCount = listeners.reduce((sum, { reads }) => sum + reads(), 0) - readBefore;
    return [
      ...toFigures(
        'at a listener',
        delays.flatMap((delay) => delay.listeners),
      ),
      ...toFigures(
        'on a page',
        delays.flatMap((delay) => delay.pages),
      ),
      {
        name: 'documents read per message and member',
        value: readCount / (MESSAGE_COUNT * LISTENER_COUNT),
        unit: '',
        digits: 2,
        atMost: 1,
      },
    ];
  } finally {
    await Promise.all(listeners.map(({ close }) => close()));
  }
}

export const chat: Section = {
  title: `${MESSAGE_COUNT} chat messages by different members, to ${LISTENER_COUNT} SDK listeners in one process and ${BROWSER_COUNT} app pages, from the sending call to receipt and to display`,
  measure: (signal) =>
    withBrowser((browser) => withSuite(signal, (suite) => measureOn(suite, browser))),
};
