const UNNAMED = /<title>[^<]*<\/title>\s*<meta name="robots" content="noindex" \/>/;

/**
 * The app's shell as the document of one page: named, listed by search engines, and with that page's own scripts loading
 * from the start rather than once the app runs.
 * @param shell the built `app.html`
 * @param head markup that names the page
 * @param scripts names of built files
 * @throws Error when the shell has no unnamed head to replace
 */
export function entryDocument(shell: string, head: string, scripts: readonly string[]): string {
  if (!UNNAMED.test(shell))
    throw new Error('The app’s shell has no title that asks not to be listed');
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return shell
    .replace(UNNAMED, () => head)
    .replace('</head>', () => [...links, '</head>'].join('\n    '));
}
