import { useSyncExternalStore } from 'react';
import { installPrompt } from './install';
import { kitState } from './kit';
import type { KitState } from './protocol';
import { update, type Update } from './update';

/** The newer version that is ready; null while there is none. */
export const useUpdate = (): Update | null => useSyncExternalStore(update.subscribe, update.get);

/** How much of the app is on this device for use offline; null where no service worker tells. */
export const useKit = (): KitState | null => useSyncExternalStore(kitState.subscribe, kitState.get);

/** Asks the browser to install the app; null while it does not offer to. */
export const useInstallPrompt = (): (() => void) | null =>
  useSyncExternalStore(installPrompt.subscribe, installPrompt.get);
