import { writeLocal } from './local';

/**
 * Where localStorage keeps a screen as it was last seen: whose it is, when the day ends on which
 * that was (epoch ms), then the markup, a line each.
 */
export const SCREEN_KEY = 'quantalgo.screen';

/** The element that such a screen is drawn in. */
export const KEPT_ID = 'kept';

/** Markup longer than this (characters) is not kept. */
const LONGEST = 150_000;

/** Keeps what the member last saw of a screen, to be drawn before the app runs. `dayEnd`: when today ends (epoch ms). */
export function keepScreen(uid: string, dayEnd: number, markup: string): void {
  writeLocal(SCREEN_KEY, markup.length > LONGEST ? null : [uid, dayEnd, markup].join('\n'));
}

/** To be called whenever what it shows may have changed. */
export const forgetScreen = (): void => writeLocal(SCREEN_KEY, null);

/** Shows the app in place of the screen that was kept. */
export const showApp = (): void => document.getElementById(KEPT_ID)?.remove();
