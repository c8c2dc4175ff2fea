import { SCRIPTS_ID } from '../../src/app/firstPaint/askForScripts';

const STYLES = '<link rel="stylesheet"';

/** How a built document runs its script and asks for others. */
const SCRIPTS = /\s*<(?:script type|link rel)="module(?:preload)?"[^>]*>(?:<\/script>)?/g;

/**
 * A built document whose scripts wait in a template, as a browser looks ahead for whatever else a document asks for. The
 * script that asks for them stands before the styles: what it decides is decided when these have come.
 * @param asking markup of that script
 * @throws Error when the document has no styles
 */
export function waitingScripts(document: string, asking: string): string {
  if (!document.includes(STYLES)) throw new Error('The document has no styles');
  const asked = document.match(SCRIPTS)?.join('') ?? '';
  const waiting = `<template id="${SCRIPTS_ID}">${asked}\n    </template>`;
  return document
    .replaceAll(SCRIPTS, '')
    .replace(STYLES, () => [waiting, asking, STYLES].join('\n    '));
}
