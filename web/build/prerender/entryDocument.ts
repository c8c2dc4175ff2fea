import { preloading } from './preloading';

const UNNAMED = /<title>[^<]*<\/title>\s*<meta name="robots" content="noindex" \/>/;

const PLACE = '<div id="root">';

/** How the shell asks for scripts. */
const SCRIPTS = /<(?:script type|link rel)="module(?:preload)?"/g;

/** What the document of a page has that the shell has not. */
export interface EntryParts {
  /** Markup that names the page. */
  readonly head: string;
  /** What the app shows first of all, for it to take over. */
  readonly body: string;
  /** Name of the built file that runs before anything is painted. */
  readonly before: string;
  /** Names of the built files that the page needs beyond the shell's. */
  readonly scripts: readonly string[];
}

/**
 * The app's shell as the document of one page: named, listed by search engines, drawn already, and with that page's own
 * scripts loading from the start rather than once the app runs, though behind what it is painted with.
 * @param shell the built `app.html`
 * @throws Error when the shell has no unnamed head to replace, or no place for the app
 */
export function entryDocument(shell: string, { head, body, before, scripts }: EntryParts): string {
  if (!UNNAMED.test(shell))
    throw new Error('The app’s shell has no title that asks not to be listed');
  if (!shell.includes(PLACE)) throw new Error('The app’s shell has no place for the app');
  const filled = shell
    .replace(UNNAMED, () => `${head}\n    <script src="/${before}"></script>`)
    .replace(PLACE, () => `<div id="drawn">${body}</div>${PLACE}`);
  return preloading(filled, scripts).replaceAll(SCRIPTS, '$& fetchpriority="low"');
}
