import { askForScripts, callText } from './askForScripts';

/**
 * Runs in the page before it is painted and long before the app, as a text: it names nothing from here.
 *
 * Draws the screen as this member last saw it, in the theme that was chosen. Nothing in it can be pressed: the app takes
 * its place as soon as it has read as much. It is there with the body, before any frame. Says whether there was such a screen.
 * @param userKey where localStorage keeps the member
 * @param screenKey where it keeps the screen: whose it is, when that day ended (epoch ms), whether the window was wide,
 * and the markup, a line each
 * @param themeKey where it keeps the theme
 * @param wideQuery which windows are
 * @param id of the element to draw in
 */
export function beforeScreen(
  userKey: string,
  screenKey: string,
  themeKey: string,
  wideQuery: string,
  id: string,
): boolean {
  try {
    const [uid, dayEnd, wide, ...markup] = (localStorage.getItem(screenKey) ?? '').split('\n');
    const user = localStorage.getItem(userKey) ?? '';
    if (!uid || !user.includes(`"id":"${uid}"`)) return false;
    if (wide !== String(matchMedia(wideQuery).matches)) return false;
    const theme = localStorage.getItem(themeKey);
    if (theme !== null) document.documentElement.dataset['theme'] = theme;
    const kept = document.createElement('div');
    kept.id = id;
    kept.inert = true;
    kept.innerHTML = markup.join('\n');
    // The day on which it was kept goes without its name on that day alone.
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
    // Where the browser keeps nothing the app draws it all.
    return false;
  }
}

/** The script that runs before the app. */
export const beforeScreenScript = (...keys: Parameters<typeof beforeScreen>): string =>
  askForScripts(callText(beforeScreen, ...keys));
