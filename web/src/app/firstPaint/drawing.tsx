import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Root } from '../App';
import { preload } from '../routes';
import { PAGE_TABLE, type PagePath } from '../screenTable';
import { askForScripts, callText } from './askForScripts';

/** The pages that visitors arrive at. */
export const ENTRY_PAGES = PAGE_TABLE.filter((row) => 'description' in row);

// The build imports this module once and nothing after it.
await Promise.all(ENTRY_PAGES.map(({ path }) => preload(path)));

/** What React writes in place of a part that did not come. */
const MISSING = '<!--$!-->';

/**
 * Draws a page of the app as a visitor first sees it, for the app to take over in the browser.
 * @throws Error when the page's code did not come, or the page needs style attributes, which the content policy refuses
 */
export function renderEntry(path: PagePath): string {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  );
  const markup = renderToString(<Root Router={Router} />);
  if (markup.includes(MISSING)) throw new Error(`${path} can’t be drawn without a browser`);
  if (markup.includes(' style="')) throw new Error(`${path} is drawn with style attributes`);
  return markup;
}

/**
 * Runs in the page before it is painted and long before the app, as a text: it names nothing from here.
 *
 * Marks the document where the drawn page is not what this visitor is to see: a member is led on, and an address that
 * names a step shows another one. Marks a form that is sent before the app runs, so that the app sends it. Says whether the
 * drawn page is shown.
 * @param userKey where localStorage keeps the member
 * @param stepParameter what names a step in an address
 */
function beforeApp(userKey: string, stepParameter: string): boolean {
  let member: string | null = null;
  try {
    member = localStorage.getItem(userKey);
  } catch {
    // Where the browser keeps nothing nobody is signed in.
  }
  const isShown = member === null && !new URLSearchParams(location.search).has(stepParameter);
  if (!isShown) document.documentElement.dataset['elsewhere'] = '';
  addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) event.target.dataset['pressed'] = '';
  });
  return isShown;
}

/** The script that runs before the app. */
export const beforeAppScript = (...keys: Parameters<typeof beforeApp>): string =>
  askForScripts(callText(beforeApp, ...keys));

/**
 * Runs in the page before it is painted and long before the app, as a text: it names nothing from here.
 *
 * Draws the screen as this member last saw it, in the theme that was chosen. Nothing in it can be pressed: the app takes
 * its place as soon as it has read as much. It is there with the body, before any frame. Says whether there was such a screen.
 * @param userKey where localStorage keeps the member
 * @param screenKey where it keeps the screen: whose it is, when that day ended (epoch ms), whether the window was wide,
 * the device's offset from UTC, and the markup, a line each
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
    const [uid, dayEnd, wide, offset, ...markup] = (localStorage.getItem(screenKey) ?? '').split(
      '\n',
    );
    const user = localStorage.getItem(userKey) ?? '';
    if (!uid || !user.includes(`"id":"${uid}"`)) return false;
    if (wide !== String(matchMedia(wideQuery).matches)) return false;
    if (offset !== String(new Date().getTimezoneOffset())) return false;
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
