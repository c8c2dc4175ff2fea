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
import { POSTS_KEPT } from '@quantalgo/contracts/network/post';
import * as z from 'zod/mini';
import { createAccount } from '../suite/accounts';
import { emulatorEnvironment } from '../suite/environment';
import { logIn, MEMBER, onSuite, type OwnSuite, PHONE, withBrowser } from './browser';
import { idTokenOf } from './revocation';
import { type Figure, percentile, type Section } from './section';

const LISTENERS = 100;
/** Besides them, with the app itself open. */
const BROWSERS = 3;
/** Each written by a member of their own: a new member's second message waits a minute. */
const MESSAGES = 20;
/** Between two messages (ms), so that they don't wait for each other. */
const PAUSE_MS = 500;
const SHOWN_BELOW_MS = 1000;
const PATIENCE_MS = 30_000;
const LOGINS_AT_ONCE = 10;

interface Listener {
  readonly token: string;
  /** When each message arrived (performance.now), by its id. */
  readonly arrived: ReadonlyMap<string, number>;
  /** Documents read so far. */
  readonly reads: () => number;
  readonly close: () => Promise<void>;
}

/** A new essential member. */
async function newMember(
  suite: OwnSuite,
): Promise<{ readonly uid: string; readonly email: string }> {
  const uid = `bench-chat-${randomUUID()}`;
  const email = `${uid}@example.test`;
  await createAccount(suite, { ...MEMBER, uid, email }, Date.now());
  return { uid, email };
}

/** A member who listens to the chat as the app does, with a token of their own. */
async function newListener(suite: OwnSuite, since: Timestamp): Promise<Listener> {
  const { uid, email } = await newMember(suite);
  const token = await idTokenOf(suite, email);
  const { GCLOUD_PROJECT: projectId } = emulatorEnvironment(suite.ports);
  const app = initializeApp({ projectId, apiKey: 'demo' }, uid);
  const firestore = initializeFirestore(app, {});
  connectFirestoreEmulator(firestore, '127.0.0.1', suite.ports.firestore, { mockUserToken: token });
  const arrived = new Map<string, number>();
  let reads = 0;
  const messages = query(
    collection(firestore, 'messages'),
    where('open', '==', true),
    where('updatedAt', '>', since),
    orderBy('updatedAt', 'desc'),
    limit(POSTS_KEPT),
  );
  await new Promise<void>((resolve, reject) => {
    onSnapshot(
      messages,
      (snapshot) => {
        for (const { type, doc } of snapshot.docChanges()) {
          if (type !== 'removed') reads += 1;
          if (type === 'added') arrived.set(doc.id, performance.now());
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
  return { token, arrived, reads: () => reads, close };
}

async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count)
    done.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(LOGINS_AT_ONCE, count - done.length) }, work),
      )),
    );
  return done;
}

/** A member's app on a phone, with the chat open. */
async function openChat(browser: Browser, suite: OwnSuite): Promise<Page> {
  const { email } = await newMember(suite);
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await logIn(page, suite.site, PATHS.essentialRoom, email);
  await page.getByPlaceholder('Write a message').waitFor();
  return page;
}

/** When a text is first in the page (epoch ms). */
async function seenAt(page: Page, text: string): Promise<number> {
  const seen = await page.waitForFunction(
    (wanted) => document.body.textContent.includes(wanted) && Date.now(),
    text,
    { timeout: PATIENCE_MS },
  );
  return z.number().parse(await seen.jsonValue());
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends a message, whose text is its id; returns that, and when it was sent (performance.now). */
async function send({ site }: OwnSuite, { token }: Listener, id: string = randomUUID()) {
  const sentAt = performance.now();
  const reply = await fetch(`${site}/api/essential/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': id,
    },
    body: JSON.stringify({ act: 'write', text: id, mentions: [] }),
  });
  if (!reply.ok) throw new Error(`The chat answered ${reply.status}: ${await reply.text()}`);
  return { id, sentAt };
}

/** Until every listener has the message. @throws Error where one lacks it for long */
async function everywhere(listeners: readonly Listener[], id: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (!listeners.every(({ arrived }) => arrived.has(id))) {
    if (performance.now() > until) throw new Error('A message did not reach everybody');
    await wait(10);
  }
}

interface Took {
  /** From the call to each listener, and to each page, in ms. */
  readonly listeners: readonly number[];
  readonly pages: readonly number[];
}

/** One message, by one of the listeners. */
async function sendTo(
  suite: OwnSuite,
  listeners: readonly Listener[],
  pages: readonly Page[],
  author: Listener,
): Promise<Took> {
  const id = randomUUID();
  const watched = pages.map((page) => seenAt(page, id));
  const begun = Date.now();
  const { sentAt } = await send(suite, author, id);
  await everywhere(listeners, id);
  return {
    listeners: listeners.map(({ arrived }) => (arrived.get(id) ?? Infinity) - sentAt),
    pages: (await Promise.all(watched)).map((at) => at - begun),
  };
}

const timesOf = (where: string, took: readonly number[]): Figure[] => [
  { name: `sent → ${where}, p50`, value: percentile(took, 0.5), unit: 'ms' },
  {
    name: `sent → ${where}, p95`,
    value: percentile(took, 0.95),
    unit: 'ms',
    atMost: SHOWN_BELOW_MS,
  },
  { name: `sent → ${where}, most`, value: percentile(took, 1), unit: 'ms' },
];

async function measureOn(suite: OwnSuite, browser: Browser): Promise<Figure[]> {
  const since = Timestamp.now();
  const pages: Page[] = [];
  while (pages.length < BROWSERS) pages.push(await openChat(browser, suite));
  const listeners = await inTurn(LISTENERS, () => newListener(suite, since));
  try {
    const [first] = listeners;
    if (!first) throw new Error('Nobody listens');
    // The functions' emulator starts a process for the first call.
    await everywhere(listeners, (await send(suite, first)).id);
    const readBefore = listeners.reduce((sum, { reads }) => sum + reads(), 0);
    const took: Took[] = [];
    for (const author of listeners.slice(1, MESSAGES + 1)) {
      took.push(await sendTo(suite, listeners, pages, author));
      await wait(PAUSE_MS);
    }
    const read = listeners.reduce((sum, { reads }) => sum + reads(), 0) - readBefore;
    return [
      ...timesOf(
        'at a listener',
        took.flatMap((one) => one.listeners),
      ),
      ...timesOf(
        'on a page',
        took.flatMap((one) => one.pages),
      ),
      {
        name: 'documents read for a message and member',
        value: read / (MESSAGES * LISTENERS),
        unit: '',
        digits: 2,
        atMost: 1,
      },
    ];
  } finally {
    await Promise.all(listeners.map(({ close }) => close()));
  }
}

/** How fast a message of the Essential Room reaches everybody there, and what it costs. */
export const chat: Section = {
  title: `${MESSAGES} messages in the Essential Room's chat, one after the other, each by another member, to ${LISTENERS} listeners of the web SDK in one process, each with a token of its own, and to ${BROWSERS} pages of the app: from the call that sends it until a listener has it, and until it is on a page`,
  measure: (stopped) =>
    withBrowser((browser) => onSuite(stopped, (suite) => measureOn(suite, browser))),
};
