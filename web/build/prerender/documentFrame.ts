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
