import { observable } from './observable';

/** https://wicg.github.io/document-picture-in-picture/ */
interface PictureInPicture {
  readonly requestWindow: (size: {
    readonly width: number;
    readonly height: number;
  }) => Promise<Window>;
}

const isPictureInPicture = (value: unknown): value is PictureInPicture =>
  typeof value === 'object' && value !== null && 'requestWindow' in value;

function pictureInPicture(): PictureInPicture | null {
  if (!('documentPictureInPicture' in window)) return null;
  const api: unknown = window.documentPictureInPicture;
  return isPictureInPicture(api) ? api : null;
}

/** The page's small always-on-top window; null if there is none. */
export const topWindow = observable<Window | null>(null);

/** Whether the browser supports such windows. */
export const hasTopWindows = (): boolean => pictureInPicture() !== null;

/** Whether the page or its always-on-top window is visible. */
export const isSeen = (): boolean => !document.hidden || topWindow.get() !== null;

/** Copies the page's styles and theme, as the window starts as an empty document. */
function dress({ document: bare }: Window): void {
  for (const sheet of document.querySelectorAll('link[rel=stylesheet]'))
    bare.head.append(sheet.cloneNode());
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) bare.documentElement.dataset['theme'] = theme;
  bare.title = document.title;
  bare.documentElement.lang = document.documentElement.lang;
}

function forget(closed: Window): void {
  if (topWindow.get() !== closed) return;
  topWindow.set(null);
  // If the page is in the background, nothing is visible any more: notify everything that pauses then.
  document.dispatchEvent(new Event('visibilitychange'));
}

/**
 * Opens the empty window; requires a user's click. Replaces one that is open.
 * @param size in px
 * @throws DOMException if the browser refuses
 */
export async function openTopWindow(size: { width: number; height: number }): Promise<void> {
  const opened = await pictureInPicture()?.requestWindow(size);
  if (!opened) return;
  dress(opened);
  opened.addEventListener('pagehide', () => forget(opened));
  topWindow.set(opened);
}

/** Closes the window, if there is one. */
export function closeTopWindow(): void {
  const open = topWindow.get();
  if (!open) return;
  open.close();
  forget(open);
}
