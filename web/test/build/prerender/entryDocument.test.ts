import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryDocument } from '../../../build/prerender/entryDocument';

const SHELL = readFileSync(join(import.meta.dirname, '../../../app.html'), 'utf8');
const NAME = '<title>Log in</title><meta name="description" content="$1 for $& all"/>';

describe('the document of a page that visitors arrive at', () => {
  const page = entryDocument(SHELL, NAME, ['assets/a-1.js', 'assets/b-2.js']);

  it('bears the page’s own name, and may be listed', () => {
    expect(page).toContain(NAME);
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page).not.toContain('noindex');
  });

  it('loads the page’s own scripts from the start', () => {
    const head = page.slice(0, page.indexOf('</head>'));
    for (const file of ['/assets/a-1.js', '/assets/b-2.js'])
      expect(head).toContain(`<link rel="modulepreload" crossorigin href="${file}">`);
  });

  it('is the app’s shell in all else', () => {
    const body = (html: string) => html.slice(html.indexOf('</head>'));
    expect(body(page)).toBe(body(SHELL));
  });

  it('is not made of what is no shell', () => {
    expect(() => entryDocument('<html><head></head></html>', NAME, [])).toThrow('shell');
  });
});
