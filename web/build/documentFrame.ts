import { SCRIPTS_ID } from '../src/app/firstPaint/askForScripts';

/** What a visitor's document loads, and how far below the top its anchors come to stand. */
interface Frame {
  readonly styles: string;
  readonly script: string;
  readonly anchors: string;
}

const PAGE: Frame = {
  styles: '/src/app/landing/landing.css',
  script: '/src/app/landing/page.ts',
  anchors: 'scroll-pt-4',
};

/** The documents that differ from the others. */
const FRAMES: Readonly<Record<string, Frame>> = {
  'index.html': { ...PAGE, script: '/src/app/landing/landing.ts', anchors: 'scroll-pt-11' },
  'verify.html': {
    ...PAGE,
    styles: '/src/app/verify/verify.css',
    script: '/src/app/verify/main.tsx',
  },
};

/** The scripts of the visitor's documents. */
export const DOCUMENT_SCRIPTS = [
  ...new Set([PAGE, ...Object.values(FRAMES)].map(({ script }) => script)),
];

/** The markup of a visitor's document around what its React components render to. */
export function documentFrame(file: string, head: string, body: string): string {
  const { styles, script, anchors } = FRAMES[file] ?? PAGE;
  return `<!doctype html>
<html lang="en" class="${anchors}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    ${head}
    <link rel="stylesheet" href="${styles}" />
    <script type="module" src="${script}"></script>
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}

/** The document with these scripts (names of built files) fetched from the start, before any other asks for them. */
export function preloading(document: string, scripts: readonly string[]): string {
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return document.replace('</head>', () => [...links, '</head>'].join('\n    '));
}

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
  const asked = document.match(SCRIPTS)?.join('') ?? '';
  const waiting = `<template id="${SCRIPTS_ID}">${asked}\n    </template>`;
  return runningFirst(document.replaceAll(SCRIPTS, ''), [waiting, asking].join('\n    '));
}

/** A built document that runs the script of this markup before anything is painted. @throws Error when it has no styles */
export function runningFirst(document: string, script: string): string {
  if (!document.includes(STYLES)) throw new Error('The document has no styles');
  return document.replace(STYLES, () => [script, STYLES].join('\n    '));
}
