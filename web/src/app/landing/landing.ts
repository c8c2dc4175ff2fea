import * as z from 'zod/mini';
import { EMBEDDED } from '../../content/hero';
import { onLogFault } from '../../data/core/faultFlag';
import { isEmbedded, readCapabilities } from '../../data/pwa/capabilities';
import { startCountdown, startStickyAction } from '../../screens/landing/live/countdown';
import { onPress, setVisible, startMenu, writeLiveText } from '../../screens/landing/live/elements';
import { startRecord } from '../../screens/landing/live/record';
import { registerOnIntent } from './serviceWorker';
import 'virtual:drawn-styles.css';

// The content security policy forbids `new Function`, which zod's JIT would try.
z.config({ jitless: true });

const getCleanUrl = () => location.origin + location.pathname;

async function copyUrl(): Promise<void> {
  try {
    await navigator.clipboard.writeText(getCleanUrl());
    writeLiveText('copy-label', EMBEDDED.copied);
  } catch {
    writeLiveText('copy-label', EMBEDDED.refused);
    writeLiveText('address', getCleanUrl());
    setVisible('address', true);
  }
}

function startEmbeddedNotice(): void {
  if (!isEmbedded(readCapabilities())) return;
  onPress('copy', () => void copyUrl());
  onPress('embedded-close', () => setVisible('embedded', false));
  setVisible('embedded', true);
}

/** Runs each part in its own task, so that a slow phone can respond to touches in between. */
async function startInTurn(parts: readonly (() => void)[]): Promise<void> {
  for (const startPart of parts) {
    await new Promise((resolve) => setTimeout(resolve));
    startPart();
  }
}

onLogFault(
  () =>
    void import('../logBar').then(
      ({ showLogBar }) => showLogBar(),
      () => undefined,
    ),
);
registerOnIntent();
void startInTurn([startCountdown, startMenu, startRecord, startStickyAction, startEmbeddedNotice]);
