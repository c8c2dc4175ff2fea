import { buildScriptLoader, toCallSource } from './askForScripts';

export const STORED_SCREEN_ID = 'kept';

/** From this width on, the sidebar is permanently visible. */
export const WIDE_QUERY = '(min-width: 64rem)';

/**
 * Draws the member's stored screen, with its age and theme, before the first paint. It is inert,
 * and the app replaces it. Without one, the document is marked so that it shows a loading message.
 *
 * The build embeds its source text, so it must not refer to anything outside itself.
 * @param screenKey prefix of the screens' storage keys, followed by the path. A value's lines are
 * the member's id, when it was stored and when that day ended (epoch ms), `wide`, the offset from
 * UTC, then the markup
 * @param id of the element to draw in
 * @param screensPath the dashboard's path, which all screens' paths start with
 * @returns true if a stored screen is drawn
 */
export function drawStoredScreen(
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
    const snapshot = document.createElement('div');
    snapshot.id = id;
    snapshot.inert = true;
    snapshot.innerHTML = markup.join('\n');
    for (const styled of snapshot.querySelectorAll<HTMLElement>('[data-style]'))
      styled.style.cssText = styled.dataset['style'] ?? '';
    const minutes = Math.floor((Date.now() - Number(seenAt)) / 60_000);
    const hours = Math.floor(minutes / 60);
    const old = hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
    const recent = minutes < 1 ? 'just now' : `${minutes} min ago`;
    const age = minutes < 0 ? 'earlier' : hours < 1 ? recent : old;
    for (const slot of snapshot.querySelectorAll('[data-age]')) slot.textContent = `Seen ${age}`;
    // The heading of the day the screen was stored is hidden only on that day.
    if (Date.now() >= Number(dayEnd))
      for (const heading of snapshot.querySelectorAll('h3[hidden]'))
        heading.removeAttribute('hidden');
    const draw = () => {
      const body = document.querySelector('body');
      body?.prepend(snapshot);
      return body !== null;
    };
    const observer = new MutationObserver(() => draw() && observer.disconnect());
    if (!draw()) observer.observe(document.documentElement, { childList: true });
    return true;
  } catch {
    // Without storage, nothing is drawn before the app runs.
    return false;
  }
}

export const buildScreenScript = (...keys: Parameters<typeof drawStoredScreen>): string =>
  buildScriptLoader(toCallSource(drawStoredScreen, ...keys));
