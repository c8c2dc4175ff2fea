import { preloading } from './preloading';
import { waitingScripts } from './waitingScripts';

const UNNAMED = /<title>[^<]*<\/title>\s*<meta name="robots" content="noindex" \/>/;

const PLACE = '<div id="root">';

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
 * scripts loading together with the app's, once it was painted.
 * @param shell the built `app.html`
 * @throws Error when the shell has no unnamed head to replace, no place for the app or no styles
 */
export function entryDocument(shell: string, { head, body, before, scripts }: EntryParts): string {
  if (!UNNAMED.test(shell))
    throw new Error('The app’s shell has no title that asks not to be listed');
  if (!shell.includes(PLACE)) throw new Error('The app’s shell has no place for the app');
  const filled = shell
    .replace(UNNAMED, () => head)
    .replace(PLACE, () => `<div id="drawn">${body}</div>${PLACE}`);
  return waitingScripts(preloading(filled, scripts), `<script src="/${before}"></script>`);
}
