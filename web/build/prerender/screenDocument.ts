import { preloading } from './preloading';

const AFTER_PLACE = '<noscript>';

/** What the document of a member's screen has that the shell has not. */
interface ScreenParts {
  /** Names of the built files that the screen needs beyond the shell's. */
  readonly scripts: readonly string[];
  /** Name of the built file that draws what was kept of the screen; null where nothing is. */
  readonly before: string | null;
}

/**
 * The app's shell as the document of a member's screen: its scripts load from the start, and meanwhile it shows what was
 * kept of it.
 * @param shell the built `app.html`
 * @throws Error when the shell does not say where the place for the app ends
 */
export function screenDocument(shell: string, { scripts, before }: ScreenParts): string {
  const document = preloading(shell, scripts);
  if (before === null) return document;
  if (!document.includes(AFTER_PLACE))
    throw new Error('The app’s shell does not end its place for the app');
  return document.replace(
    AFTER_PLACE,
    () => `<script src="/${before}"></script>\n    ${AFTER_PLACE}`,
  );
}
