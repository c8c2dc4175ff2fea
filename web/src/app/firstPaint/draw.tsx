import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Root } from '../App';
import { preload } from '../routes';
import { PAGE_TABLE, type PagePath } from '../screenTable';

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
