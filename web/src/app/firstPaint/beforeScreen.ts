import { askForScripts, callText } from './askForScripts';

/** Id of the element that a stored screen is drawn in before the app runs. */
export const STORED_SCREEN_ID = 'kept';

/** Media query of windows that show the sidebar beside the screen. */
export const WIDE = '(min-width: 64rem)';

/**
 * Runs in the page before its first paint and long before the app, as source text: it must not refer to anything
 * outside itself.
 *
 * Draws the screen as this member last saw it, in the chosen theme, with its age. It is inert: the app replaces it once
 * it has loaded as much. It is inserted together with the body, before any frame. If no screen of a member is stored,
 * the document is marked, so that it shows a loading message. Returns whether there was such a screen.
 * @param userKey key of the member in localStorage
 * @param screenKey prefix of the screens' keys, followed by the path. The value has a line each for the member's id,
 * when it was seen and when that day ended (epoch ms), whether the window was wide and the device's offset from UTC;
 * the rest is the markup
 * @param themeKey key of the theme
 * @param wideQuery media query of wide windows
 * @param id of the element to draw in
 * @param screensPath path below which all screens are
 */
export function beforeScreen(
  userKey: string,
  screenKey: string,
  themeKey: string,
  wideQuery: string,
  id: string,
  screensPath: string,
): boolean {
  const { dataset } = document.documentElement;
  try {
    const path = location.pathname.replace(/\/+$/, '');
    const user = localStorage.getItem(userKey) ?? '';
    if (user === '' || !`${path}/`.startsWith(`${screensPath}/`)) return false;
    const theme = localStorage.getItem(themeKey);
    if (theme !== null) dataset['theme'] = theme;
    dataset['opening'] = '';
    const stored = localStorage.getItem(screenKey + path) ?? '';
    const [uid, seenAt, dayEnd, wide, offset, ...markup] = stored.split('\n');
    if (!uid || !user.includes(`"id":"${uid}"`)) return false;
    if (wide !== String(matchMedia(wideQuery).matches)) return false;
    if (offset !== String(new Date().getTimezoneOffset())) return false;
    const kept = document.createElement('div');
    kept.id = id;
    kept.inert = true;
    kept.innerHTML = markup.join('\n');
    for (const styled of kept.querySelectorAll<HTMLElement>('[data-style]'))
      styled.style.cssText = styled.dataset['style'] ?? '';
    const minutes = Math.floor((Date.now() - Number(seenAt)) / 60_000);
    const hours = Math.floor(minutes / 60);
    const old = hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
    const recent = minutes < 1 ? 'just now' : `${minutes} min ago`;
    const age = minutes < 0 ? 'earlier' : hours < 1 ? recent : old;
    for (const place of kept.querySelectorAll('[data-age]')) place.textContent = `Seen ${age}`;
    // The heading of the day on which the screen was stored is hidden on that day alone.
    if (Date.now() >= Number(dayEnd))
      for (const heading of kept.querySelectorAll('h3[hidden]')) heading.removeAttribute('hidden');
    const draw = () => {
      const body = document.querySelector('body');
      body?.prepend(kept);
      return body !== null;
    };
    const waiting = new MutationObserver(() => draw() && waiting.disconnect());
    if (!draw()) waiting.observe(document.documentElement, { childList: true });
    return true;
  } catch {
    // Without storage the app draws everything.
    return false;
  }
}

/** The script that runs before the app. */
export const beforeScreenScript = (...keys: Parameters<typeof beforeScreen>): string =>
  askForScripts(callText(beforeScreen, ...keys));
