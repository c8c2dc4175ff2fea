export interface Capabilities {
  readonly secure: boolean;
  readonly serviceWorker: boolean;
  readonly notification: boolean;
  readonly push: boolean;
  readonly installPrompt: boolean;
  /**
   * Exists only in WebKit on phones and tablets, whose browser tabs have neither push nor
   * notifications.
   */
  readonly standaloneFlag: boolean;
  readonly touch: boolean;
}

/**
 * True in a messaging app's built-in browser. Android's WebView lacks notifications, push and
 * install prompts; full browsers on Android have at least one of these. On iOS the built-in view
 * lacks service workers.
 */
export function isEmbedded(capabilities: Capabilities): boolean {
  if (!capabilities.secure || !capabilities.touch) return false;
  if (capabilities.standaloneFlag) return !capabilities.serviceWorker;
  return !capabilities.notification && !capabilities.push && !capabilities.installPrompt;
}

export const readCapabilities = (): Capabilities => ({
  secure: globalThis.isSecureContext,
  serviceWorker: 'serviceWorker' in navigator,
  notification: 'Notification' in globalThis,
  push: 'PushManager' in globalThis,
  installPrompt: 'onbeforeinstallprompt' in globalThis,
  standaloneFlag: 'standalone' in navigator,
  touch: navigator.maxTouchPoints > 0,
});
