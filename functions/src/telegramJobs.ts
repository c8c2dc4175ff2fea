import { logger } from 'firebase-functions';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { wallClock } from './platform/core/clock';
import { POSTING, POSTING_ON } from './platform/core/deployment';
import { environment } from './platform/core/environment';
import { firestore } from './platform/core/firebase';
import { openApi } from './platform/telegram/api';
import { type PostDeps, tellChannels, tellDuePosts, type Told } from './platform/telegram/posts';

/* The jobs of the channels on Telegram. Nothing of the record waits for them. */

let cachedDeps: PostDeps | undefined;

/** The dependencies of the channels on Telegram; null on a site without. */
async function postDeps(): Promise<PostDeps | null> {
  const { siteUrl, telegram } = environment;
  if (!telegram || telegram.token === null) return null;
  const { apiUrl, channels, token } = telegram;
  return (cachedDeps ??= {
    firestore: firestore(),
    clock: wallClock,
    api: await openApi({ token, apiUrl }),
    channels,
    siteUrl,
  });
}

function logPosts(told: readonly Told[]): void {
  for (const { place, outcome } of told) {
    if (outcome.type === 'done') logger.info('Post in a channel', place);
    else logger.error('A post in a channel failed', { ...place, problem: outcome.problem });
  }
}

/** On every beat of the record (a publication, with the confirmation of the one before, or a settlement): posts it. */
export const postSignal = onDocumentWritten(
  { ...POSTING, document: 'status/heartbeat' },
  async () => {
    const deps = await postDeps();
    if (deps) logPosts(await tellChannels(deps));
  },
);

/** Every minute: goes on with posts in the channels on Telegram. */
export const mendTelegram = onSchedule(POSTING_ON, async () => {
  const deps = await postDeps();
  if (deps) logPosts(await tellDuePosts(deps));
});
