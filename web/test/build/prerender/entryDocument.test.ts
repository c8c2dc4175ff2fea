// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildEntryDocument } from '../../../build/prerender';

const SHELL = readFileSync(join(import.meta.dirname, '../../../app.html'), 'utf8');
const PARTS = {
  head: '<title>Log in</title><meta name="description" content="$1 for $& all"/>',
  body: '<h1>$1 for $& all</h1>',
  before: 'assets/entry-0.js',
  scripts: ['assets/a-1.js', 'assets/b-2.js'],
};
const DRAWN = `<div id="drawn">${PARTS.body}</div>`;

describe('the document of a page that visitors arrive at', () => {
  const page = buildEntryDocument(SHELL, PARTS);
  const head = page.slice(0, page.indexOf('</head>'));

  it('bears the page’s own name, and may be listed', () => {
    expect(page).toContain(PARTS.head);
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page).not.toContain('noindex');
  });

  it('carries nothing that only the launch of the installed app needs', () => {
    expect(SHELL).toContain('<meta name="apple-mobile-web-app-title" content="QuantAlgo" />');
    expect(page).not.toContain('apple-mobile');
  });

  it('asks for no script of the app before it is painted', () => {
    const drawn = new DOMParser().parseFromString(page, 'text/html');
    const asked = [...drawn.querySelectorAll('script, link[rel=modulepreload]')];
    expect(asked.map((element) => element.outerHTML)).toEqual([
      '<script src="/assets/entry-0.js"></script>',
    ]);
    const waiting = drawn.querySelector('template')?.innerHTML ?? '';
    for (const later of ['src="/src/app/main.tsx"', ...PARTS.scripts])
      expect(waiting).toContain(later);
  });

  it('decides before it is painted, and before any style is waited for, what this visitor sees', () => {
    const decides = head.indexOf('<script src="/assets/entry-0.js"></script>');
    expect(decides).toBeGreaterThan(0);
    expect(decides).toBeLessThan(head.indexOf('rel="stylesheet"'));
  });

  it('holds the page as it was drawn, and is the app’s shell in all else', () => {
    const body = (html: string) => html.slice(html.indexOf('</head>'));
    expect(page).toContain(DRAWN);
    const script = /\s*<script type="module"[^>]*><\/script>/;
    expect(body(page).replace(DRAWN, '')).toBe(body(SHELL).replace(script, ''));
  });

  it.each([
    ['name', '<html><head></head><div id="root"></div></html>'],
    ['place', SHELL.replace('id="root"', '')],
  ])('is not made of what has no %s to fill', (_, shell) => {
    expect(() => buildEntryDocument(shell, PARTS)).toThrow('shell');
  });
});
