import { SCRIPTS_ID } from '../../src/app/entry/beforeScreen';
import { preloading } from './preloading';

const STYLES = '<link rel="stylesheet"';

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
 * The app's shell as the document of a member's screen: its scripts load from the start. Where the screen is drawn as it was
 * kept, they wait in a template for the script that draws it, as a browser looks ahead for whatever else a document asks for.
 * That script stands before the styles: it has drawn when these have come, and nothing is painted ahead of it.
 * @param shell the built `app.html`
 * @throws Error when the shell has no styles
 */
export function screenDocument(shell: string, { scripts, before }: ScreenParts): string {
  const document = preloading(shell, scripts);
  if (before === null) return document;
  if (!document.includes(STYLES)) throw new Error('The app’s shell has no styles');
  const asked = document.match(SCRIPTS)?.join('') ?? '';
  const waiting = `<template id="${SCRIPTS_ID}">${asked}\n    </template>`;
  const drawing = `<script src="/${before}"></script>`;
  return document
    .replaceAll(SCRIPTS, '')
    .replace(STYLES, () => [waiting, drawing, STYLES].join('\n    '));
}
