import { SCRIPTS_ID } from '../src/app/firstPaint/askForScripts';

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

const FRAMES: Readonly<Record<string, Frame>> = {
  'index.html': { ...PAGE, script: '/src/app/landing/landing.ts', anchors: 'scroll-pt-11' },
  'verify.html': {
    ...PAGE,
    styles: '/src/app/verify/verify.css',
    script: '/src/app/verify/main.tsx',
  },
};

export const DOCUMENT_SCRIPTS = [
  ...new Set([PAGE, ...Object.values(FRAMES)].map(({ script }) => script)),
];

export function buildDocument(file: string, head: string, body: string): string {
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

export function addPreloads(document: string, scripts: readonly string[]): string {
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return document.replace('</head>', () => [...links, '</head>'].join('\n    '));
}

const STYLES = '<link rel="stylesheet"';

const SCRIPTS = /\s*<(?:script type|link rel)="module(?:preload)?"[^>]*>(?:<\/script>)?/g;

/**
 * Moves the module scripts into a template, so that browsers don't preload them before the styles.
 * `loaderScript` comes before the styles and restores them.
 * @param loaderScript the restoring script's markup
 * @throws Error if the document has no styles
 */
export function deferScripts(document: string, loaderScript: string): string {
  const moduleScripts = document.match(SCRIPTS)?.join('') ?? '';
  const template = `<template id="${SCRIPTS_ID}">${moduleScripts}\n    </template>`;
  return insertFirstScript(
    document.replaceAll(SCRIPTS, ''),
    [template, loaderScript].join('\n    '),
  );
}

/**
 * Inserts a script that runs before the first paint. @throws Error if the document has no styles
 */
export function insertFirstScript(document: string, script: string): string {
  if (!document.includes(STYLES)) throw new Error('The document has no styles');
  return document.replace(STYLES, () => [script, STYLES].join('\n    '));
}
