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

function getPictureInPicture(): PictureInPicture | null {
  if (!('documentPictureInPicture' in window)) return null;
  const api: unknown = window.documentPictureInPicture;
  return isPictureInPicture(api) ? api : null;
}

export const topWindow = observable<Window | null>(null);

export const hasTopWindows = (): boolean => getPictureInPicture() !== null;

export const isAppVisible = (): boolean => !document.hidden || topWindow.get() !== null;

/** The new window is an empty document without the page's styles and theme. */
function copyStyles({ document: target }: Window): void {
  for (const sheet of document.querySelectorAll('link[rel=stylesheet]'))
    target.head.append(sheet.cloneNode());
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) target.documentElement.dataset['theme'] = theme;
  target.title = document.title;
  target.documentElement.lang = document.documentElement.lang;
}

function handleClose(closedWindow: Window): void {
  if (topWindow.get() !== closedWindow) return;
  topWindow.set(null);
  // In a background page nothing is visible any more, so notify everything that pauses when hidden.
  document.dispatchEvent(new Event('visibilitychange'));
}

/**
 * Requires a user's click. Replaces an open window.
 * @param size px
 * @throws DOMException if the browser refuses
 */
export async function openTopWindow(size: { width: number; height: number }): Promise<void> {
  const newWindow = await getPictureInPicture()?.requestWindow(size);
  if (!newWindow) return;
  copyStyles(newWindow);
  newWindow.addEventListener('pagehide', () => handleClose(newWindow));
  topWindow.set(newWindow);
}

export function closeTopWindow(): void {
  const open = topWindow.get();
  if (!open) return;
  open.close();
  handleClose(open);
}
