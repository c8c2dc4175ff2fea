import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Root } from '../App';
import { preload } from '../pages';
import { PAGE_TABLE, type PagePath } from '../screenTable';
import { buildScriptLoader, toCallSource } from './askForScripts';

export const ENTRY_PAGES = PAGE_TABLE.filter((row) => 'description' in row);

// The build imports this module once and loads no other code later, so all pages are loaded here.
await Promise.all(ENTRY_PAGES.map(({ path }) => preload(path)));

/** React's marker for content that failed to render. */
const FAILED_MARKER = '<!--$!-->';

/**
 * Prerenders a page as a visitor first sees it; the app hydrates it.
 * @throws Error if the page's code isn't loaded, or if it has style attributes, which the content
 * policy forbids
 */
export function renderEntry(path: PagePath): string {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  );
  const markup = renderToString(<Root Router={Router} />);
  if (markup.includes(FAILED_MARKER)) throw new Error(`${path} failed to prerender`);
  if (markup.includes(' style="')) throw new Error(`${path} is prerendered with style attributes`);
  return markup;
}

/**
 * Marks the document if this visitor should see something other than the prerendered page: members
 * are redirected, and the URL may contain a later step. Also marks forms submitted before the app
 * runs.
 *
 * The build embeds its source text, so it must not refer to anything outside itself.
 * @param stepParameter name of the URL parameter for the step
 * @returns true if the prerendered page is shown
 */
function markEntryDocument(userKey: string, stepParameter: string): boolean {
  let member: string | null = null;
  try {
    member = localStorage.getItem(userKey);
  } catch {
    // Without storage, nobody is logged in.
  }
  const isShown = member === null && !new URLSearchParams(location.search).has(stepParameter);
  if (!isShown) document.documentElement.dataset['elsewhere'] = '';
  addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) event.target.dataset['pressed'] = '';
  });
  return isShown;
}

export const buildEntryScript = (...keys: Parameters<typeof markEntryDocument>): string =>
  buildScriptLoader(toCallSource(markEntryDocument, ...keys));
