/** What a browser can do, as far as it tells it from an app's built-in one. */
export interface Capabilities {
  /** The page came over HTTPS or from this device: only then the others mean anything. */
  readonly secure: boolean;
  readonly serviceWorker: boolean;
  readonly notification: boolean;
  readonly push: boolean;
  readonly installPrompt: boolean;
  /** Tells WebKit on a phone or tablet, whose own browser has neither push nor notifications in a tab. */
  readonly standaloneFlag: boolean;
  readonly touch: boolean;
}

/**
 * Whether the page is shown by a messaging app's built-in browser. Android's WebView has none of notifications, push
 * and install prompt, of which each real browser there has at least one; on iOS the built-in view lacks service workers.
 */
export function isEmbedded(can: Capabilities): boolean {
  if (!can.secure || !can.touch) return false;
  if (can.standaloneFlag) return !can.serviceWorker;
  return !can.notification && !can.push && !can.installPrompt;
}

/** What this browser can do. */
export const readCapabilities = (): Capabilities => ({
  secure: globalThis.isSecureContext,
  serviceWorker: 'serviceWorker' in navigator,
  notification: 'Notification' in globalThis,
  push: 'PushManager' in globalThis,
  installPrompt: 'onbeforeinstallprompt' in globalThis,
  standaloneFlag: 'standalone' in navigator,
  touch: navigator.maxTouchPoints > 0,
});
