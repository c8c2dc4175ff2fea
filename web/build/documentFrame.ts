import { SCRIPTS_ID } from '../src/app/firstPaint/askForScripts';

interface Frame {
  readonly styles: string;
  readonly script: string;
  readonly scrollPadding: string;
}

const PAGE_FRAME: Frame = {
  styles: '/src/app/landing/landing.css',
  script: '/src/app/landing/page.ts',
  scrollPadding: 'scroll-pt-4',
};

const FRAMES: Readonly<Record<string, Frame>> = {
  'index.html': {
    ...PAGE_FRAME,
    script: '/src/app/landing/landing.ts',
    scrollPadding: 'scroll-pt-11',
  },
  'verify.html': {
    ...PAGE_FRAME,
    styles: '/src/app/verify/verify.css',
    script: '/src/app/verify/main.tsx',
  },
};

export const DOCUMENT_SCRIPTS = [
  ...new Set([PAGE_FRAME, ...Object.values(FRAMES)].map(({ script }) => script)),
];

export function buildDocument(file: string, head: string, body: string): string {
  const { styles, script, scrollPadding } = FRAMES[file] ?? PAGE_FRAME;
  return `<!doctype html>
<html lang="en" class="${scrollPadding}">
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

const STYLES_TAG = '<link rel="stylesheet"';

const MODULE_TAGS = /\s*<(?:script type|link rel)="module(?:preload)?"[^>]*>(?:<\/script>)?/g;

/**
 * Moves the module scripts into a template, so that browsers don't preload them before the styles.
 * `loaderScript` comes before the styles and restores them.
 * @param loaderScript the restoring script's markup
 * @throws Error if the document has no styles
 */
export function deferScripts(document: string, loaderScript: string): string {
  const moduleScripts = document.match(MODULE_TAGS)?.join('') ?? '';
  const template = `<template id="${SCRIPTS_ID}">${moduleScripts}\n    </template>`;
  return insertFirstScript(
    document.replaceAll(MODULE_TAGS, ''),
    [template, loaderScript].join('\n    '),
  );
}

/**
 * Inserts a script that runs before the first paint. @throws Error if the document has no styles
 */
export function insertFirstScript(document: string, script: string): string {
  if (!document.includes(STYLES_TAG)) throw new Error('The document has no styles');
  return document.replace(STYLES_TAG, () => [script, STYLES_TAG].join('\n    '));
}
