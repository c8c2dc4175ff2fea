import { EMBEDDED } from '../../../content/hero';
import { isEmbedded, readCapabilities } from '../../../data/pwa/capabilities';
import { onPress, show, write } from './elements';

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
export function startEmbeddedNotice(): void {
  if (!isEmbedded(readCapabilities())) return;
  onPress('copy', () => void copy());
  onPress('embedded-close', () => show('embedded', false));
  show('embedded', true);
}
