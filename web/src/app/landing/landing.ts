import * as z from 'zod/mini';
import { EMBEDDED } from '../../content/hero';
import { isEmbedded, readCapabilities } from '../../data/pwa/capabilities';
import { startCountdown, startStickyAction } from '../../screens/landing/live/countdown';
import { onPress, show, startMenu, write } from '../../screens/landing/live/elements';
import { startRecord } from '../../screens/landing/live/record';
import { registerLater } from './serviceWorker';
import 'virtual:drawn-styles.css';

// The content policy forbids to compile code, which zod would try.
z.config({ jitless: true });

/** The address without what the messaging app may have added to it. */
const address = () => location.origin + location.pathname;

async function copy(): Promise<void> {
  try {
    await navigator.clipboard.writeText(address());
    write('copy-label', EMBEDDED.copied);
  } catch {
    write('copy-label', EMBEDDED.refused);
    write('address', address());
    show('address', true);
  }
}

/** Inside a messaging app's browser, offers to go on in a real one. */
function startEmbeddedNotice(): void {
  if (!isEmbedded(readCapabilities())) return;
  onPress('copy', () => void copy());
  onPress('embedded-close', () => show('embedded', false));
  show('embedded', true);
}

/** Starts one part after the other, each in a task of its own: a slow phone answers a touch in between. */
async function startInTurn(parts: readonly (() => void)[]): Promise<void> {
  for (const start of parts) {
    await new Promise((resolve) => setTimeout(resolve));
    start();
  }
}

registerLater();
void startInTurn([startCountdown, startMenu, startRecord, startStickyAction, startEmbeddedNotice]);
