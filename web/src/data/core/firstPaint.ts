import { writeLocal } from './webStorage';

/** Where localStorage keeps a screen as it was last seen: what is known of that, then the markup, a line each. */
export const SCREEN_KEY = 'quantalgo.screen';

/** The element that such a screen is drawn in. */
export const STORED_SCREEN_ID = 'kept';

/** A window in which a screen has the sidebar beside it. */
export const WIDE = '(min-width: 64rem)';

/** Markup longer than this (characters) is not kept. */
const MAX_MARKUP_LENGTH = 150_000;

/** What is known of a screen as it was last seen. */
interface Seen {
  /** Whose it is. */
  readonly uid: string;
  /** When the day ended on which it was seen (epoch ms). */
  readonly dayEnd: number;
  /** Whether the window was {@link WIDE}. */
  readonly wide: boolean;
}

/** Keeps what the member last saw of a screen, to be drawn before the app runs. */
export function storeScreen({ uid, dayEnd, wide }: Seen, markup: string): void {
  const offset = new Date().getTimezoneOffset();
  const kept = [uid, dayEnd, wide, offset, markup].join('\n');
  writeLocal(SCREEN_KEY, markup.length > MAX_MARKUP_LENGTH ? null : kept);
}

/** To be called whenever what it shows may have changed. */
export const forgetScreen = (): void => writeLocal(SCREEN_KEY, null);

/** Shows the app in place of the screen that was kept. */
export const showApp = (): void => document.getElementById(STORED_SCREEN_ID)?.remove();

let resolveFirstRead: () => void = () => undefined;

/** Settles once something that the device keeps has been read for a screen of this page. */
const firstRead = new Promise<void>((resolve) => {
  resolveFirstRead = resolve;
});

/** Notes that something has been read. */
export const noteRead = (): void => resolveFirstRead();

/** Where nothing is stored, or the device is slow to find it, nobody waits for it longer than this (ms). */
const FIRST_READ_WITHIN_MS = 1000;

const firstReadTimeout = () =>
  new Promise<void>((resolve) => setTimeout(resolve, FIRST_READ_WITHIN_MS));

/**
 * Calls `work` once the page has painted what the device has for it: what work loads would hold that up. Returns what calls
 * it off.
 */
export function afterPaint(work: () => void): () => void {
  let calledOff = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  void Promise.race([firstRead, firstReadTimeout()]).then(() => {
    if (calledOff) return;
    frame = requestAnimationFrame(() => {
      timer = setTimeout(work);
    });
  });
  return () => {
    calledOff = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
