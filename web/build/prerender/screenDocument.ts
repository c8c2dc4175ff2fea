import { preloading } from './preloading';
import { waitingScripts } from './waitingScripts';

/** What the document of a member's screen has that the shell has not. */
interface ScreenParts {
  /** Names of the built files that the screen needs beyond the shell's. */
  readonly scripts: readonly string[];
  /** Name of the built file that draws what was kept of the screen; null where nothing is. */
  readonly before: string | null;
}

/**
 * The app's shell as the document of a member's screen: its scripts load from the start. Where the screen is drawn as it was
 * kept, they wait for the script that draws it, and nothing is painted ahead of that.
 * @param shell the built `app.html`
 * @throws Error when the shell has no styles
 */
export function screenDocument(shell: string, { scripts, before }: ScreenParts): string {
  const document = preloading(shell, scripts);
  if (before === null) return document;
  return waitingScripts(document, `<script src="/${before}"></script>`);
}
