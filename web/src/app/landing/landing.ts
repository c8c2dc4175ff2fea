import * as z from 'zod/mini';
import { startCountdown, startStickyAction } from '../../screens/landing/live/countdown';
import { startMenu } from '../../screens/landing/live/elements';
import { startEmbeddedNotice } from '../../screens/landing/live/embedded';
import { startRecord } from '../../screens/landing/live/record';
import { registerLater } from './serviceWorker';
import 'virtual:drawn-styles.css';

// The content policy forbids to compile code, which zod would try.
z.config({ jitless: true });

/** Starts one part after the other, each in a task of its own: a slow phone answers a touch in between. */
async function startInTurn(parts: readonly (() => void)[]): Promise<void> {
  for (const start of parts) {
    await new Promise((resolve) => setTimeout(resolve));
    start();
  }
}

registerLater();
void startInTurn([startCountdown, startMenu, startRecord, startStickyAction, startEmbeddedNotice]);
