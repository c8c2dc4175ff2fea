import { toCallSource } from './askForScripts';

/**
 * Shows a warning if the app's files can't be loaded or run. Its button deletes the cached files
 * once the server responds, and reloads.
 *
 * The build embeds its source text, so it must not refer to anything outside itself. Its digest is
 * in firebase.json.
 * @param contentId of an element that the app removes once it runs
 */
export function guardDamage(contentId: string, cachePrefix: string, delayMs: number): void {
  const isRunning = () => document.getElementById(contentId) === null;
  const remove = async () => {
    // The worker answers no HEAD, so this reaches the server, without which nothing could be fetched again.
    await fetch('/app.html', { method: 'HEAD', cache: 'no-store' });
    for (const name of await caches.keys())
      if (name.startsWith(cachePrefix)) await caches.delete(name);
  };
  const tell = () => {
    if (isRunning() || document.getElementById('damaged')) return;
    const isKept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
    const box = document.createElement('div');
    box.id = 'damaged';
    box.setAttribute('role', 'alert');
    box.style.cssText =
      'position:fixed;inset:auto 1rem 1rem;z-index:99;padding:1rem;border:1px solid;border-radius:.5rem;background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif';
    const text = document.createElement('p');
    text.style.cssText = 'margin:0 0 .75rem';
    text.textContent = isKept
      ? 'The app’s files on this device are damaged. Reload to fetch them again.'
      : 'The app could not be loaded. Check your connection, then reload.';
    const button = document.createElement('button');
    button.textContent = 'Reload';
    button.style.cssText =
      'min-height:2.75rem;padding:0 1rem;border:1px solid;border-radius:.5rem;background:ButtonFace;color:ButtonText;font:inherit;cursor:pointer';
    button.onclick = () => {
      button.disabled = true;
      remove().then(
        () => location.reload(),
        () => {
          button.disabled = false;
          text.textContent = 'There is no connection. Connect, then reload.';
        },
      );
    };
    box.append(text, button);
    document.body.append(box);
  };
  const tellSoon = () => void setTimeout(tell, delayMs);
  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      const isFile =
        target instanceof HTMLScriptElement ||
        (target instanceof HTMLLinkElement && /stylesheet|preload/.test(target.rel));
      const isCode =
        event instanceof ErrorEvent && event.filename.startsWith(`${location.origin}/assets/`);
      if (isFile || isCode) tellSoon();
    },
    true,
  );
  addEventListener('unhandledrejection', tellSoon);
}

const CONTENT_ID = 'opening';

const DELAY_MS = 2000;

export const buildDamageGuardScript = (cachePrefix: string): string =>
  toCallSource(guardDamage, CONTENT_ID, cachePrefix, DELAY_MS);
