import { preloading } from './preloading';

const AFTER_PLACE = '<noscript>';

/** How the shell runs its script and asks for others. */
const SCRIPTS = /\s*<(?:script type|link rel)="module(?:preload)?"[^>]*>(?:<\/script>)?/g;

/** What the document of a member's screen has that the shell has not. */
interface ScreenParts {
  /** Names of the built files that the screen needs beyond the shell's. */
  readonly scripts: readonly string[];
  /** Name of the built file that draws what was kept of the screen; null where nothing is. */
  readonly before: string | null;
}

/**
 * The app's shell as the document of a member's screen: its scripts load from the start. What was kept of the screen is
 * drawn first, so that nothing else is asked for before what it is painted with.
 * @param shell the built `app.html`
 * @throws Error when the shell does not say where the place for the app ends
 */
export function screenDocument(shell: string, { scripts, before }: ScreenParts): string {
  const document = preloading(shell, scripts);
  if (before === null) return document;
  if (!document.includes(AFTER_PLACE))
    throw new Error('The app’s shell does not end its place for the app');
  const asked = document.match(SCRIPTS)?.join('') ?? '';
  return document
    .replaceAll(SCRIPTS, '')
    .replace(AFTER_PLACE, () => `<script src="/${before}"></script>${asked}\n    ${AFTER_PLACE}`);
}
