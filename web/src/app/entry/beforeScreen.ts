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

/**
 * Runs in the page after {@link beforeScreen}, as a text likewise.
 *
 * Lets the page ask for the app's scripts, which it holds in a template until then: once the app's place is there, and what
 * was drawn has been painted.
 * @param isDrawn whether the screen was drawn
 * @param id of the template
 * @param patienceMs how long is waited for the painting: of a page that nobody sees there is none
 */
export function askForApp(isDrawn: boolean, id: string, patienceMs: number): void {
  const scripts = document.getElementById(id);
  const ask = () => {
    if (scripts instanceof HTMLTemplateElement) scripts.replaceWith(scripts.content);
  };
  document.addEventListener('DOMContentLoaded', () => {
    if (!isDrawn) return ask();
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(ask)));
    setTimeout(ask, patienceMs);
  });
}

/** The template that holds how the document asks for the app's scripts. */
export const SCRIPTS_ID = 'scripts';

const PATIENCE_MS = 1000;

const call = (run: { toString: () => string }, ...values: readonly string[]): string =>
  `(${run.toString()})(${values.join(',')})`;

/** The script that runs before the app. */
export const beforeScreenScript = (...keys: Parameters<typeof beforeScreen>): string => {
  const isDrawn = call(beforeScreen, ...keys.map((key) => JSON.stringify(key)));
  return `${call(askForApp, isDrawn, JSON.stringify(SCRIPTS_ID), String(PATIENCE_MS))};\n`;
};
