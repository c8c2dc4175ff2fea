/** The document with these scripts (names of built files) fetched from the start, before any other asks for them. */
export function preloading(document: string, scripts: readonly string[]): string {
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return document.replace('</head>', () => [...links, '</head>'].join('\n    '));
}
