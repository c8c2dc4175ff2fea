import { observable } from '../core/observable';

/** What Chromium's event adds: https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}
const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event;

/** Asks the browser to install the app; null while it does not offer to. */
export const installPrompt = observable<(() => void) | null>(null);

/** True where this page is the installed app's own window. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** True on iOS and iPadOS, where an app is installed by hand, from the browser's own menu. */
export const installsByHand = (): boolean =>
  'standalone' in navigator && navigator.maxTouchPoints > 0;

/** From now on the browser offers the installation through the app, when that asks for it. To be called early. */
export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    installPrompt.set(() => {
      // A prompt can be shown once.
      installPrompt.set(null);
      void event.prompt().catch(() => undefined);
    });
  });
  window.addEventListener('appinstalled', () => installPrompt.set(null));
}
