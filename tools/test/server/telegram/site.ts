import { randomUUID } from 'node:crypto';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import type { ApiInput } from '@quantalgo/functions/http/core/deps';
import { openApi } from '@quantalgo/functions/platform/telegram/api';
import type { PostDeps } from '@quantalgo/functions/platform/telegram/posts';
import { setWebhook } from '@quantalgo/functions/platform/telegram/webhook';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import {
  signalDocument,
  wonAtLevel1,
} from '../../../../functions/test/server/signals/signalDocuments';
import { startApi } from '../../../../functions/test/server/http/suite';
import { LOCAL_BOT } from '../../../src/suite/environment';
import { startTelegram } from '../../../src/suite/telegram';

/** Noon in West Africa. */
export const SLOT = Date.parse('2026-11-20T11:00:00Z');
const SIGNAL = '20261120T1100Z';
export const SITE_URL = 'https://quantalgo.example';
export const { starter: STARTER, essential: ESSENTIAL } = LOCAL_BOT.channels;

export async function openSite(project: string) {
  const app = initializeApp({ projectId: project }, randomUUID());
  const firestore = getFirestore(app);
  const { telegram, url, stop } = await startTelegram(0);
  const api = await openApi({ token: LOCAL_BOT.token, apiUrl: url });
  const signals = firestore.collection('signals');
  return {
    firestore,
    telegram,
    url,
    deps: (clock: () => number, sleep?: PostDeps['sleep']): PostDeps => ({
      firestore,
      clock,
      api,
      channels: LOCAL_BOT.channels,
      siteUrl: SITE_URL,
      ...(sleep && { sleep }),
    }),
    async publish(audience: Audience, fields = {}) {
      await signals.doc(SIGNAL).set({ ...signalDocument(SLOT, audience), ...fields });
    },
    async confirm(entered: boolean) {
      await signals.doc(SIGNAL).update({ entered });
    },
    async settle() {
      await signals.doc(SIGNAL).update({ settlement: wonAtLevel1(SLOT) });
    },
    async posts() {
      const { docs } = await firestore.collection('telegramPosts').get();
      return Object.fromEntries(docs.map((one) => [one.id.slice(SIGNAL.length + 1), one.data()]));
    },
    shown: (channel: string) =>
      telegram.chat(channel).messages.map(({ text }) => text.split('\n')[0]),
    /** The state after a run was killed while posting. */
    async interrupt(channel: string) {
      await firestore.doc(`telegramPosts/${SIGNAL}-${channel}`).set({
        signal: SIGNAL,
        channel,
        state: 'posting',
        messageId: null,
        shown: null,
        heldUntil: Timestamp.fromMillis(SLOT + 61_000),
        dueAt: Timestamp.fromMillis(SLOT + 61_000),
        attempts: 1,
        problem: null,
        createdAt: Timestamp.fromMillis(SLOT + 1000),
      });
    },
    close: async () => {
      await Promise.all([stop(), deleteApp(app)]);
    },
  };
}

export type Site = Awaited<ReturnType<typeof openSite>>;

export async function startBotApi(
  project: string,
  overrides: Partial<Pick<ApiInput, 'clock' | 'push'>>,
) {
  const stand = await startTelegram(0);
  const bot = await openApi({ token: LOCAL_BOT.token, apiUrl: stand.url });
  const telegram = {
    ...LOCAL_BOT,
    apiUrl: stand.url,
    bot: 'https://t.me/quantalgo_signals_bot',
    siteUrl: SITE_URL,
  };
  const api = await startApi(project, { telegram, ...overrides });
  await setWebhook(bot, { siteUrl: api.url, secret: LOCAL_BOT.webhookSecret });
  return { api, bot, stand };
}
