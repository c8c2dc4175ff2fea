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

describe('buildEntryDocument', () => {
  const page = buildEntryDocument(SHELL, PARTS);
  const head = page.slice(0, page.indexOf('</head>'));

  it('has the page’s own title and may be indexed', () => {
    expect(page).toContain(PARTS.head);
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page).not.toContain('noindex');
  });

  it('omits the tags for the installed app', () => {
    expect(SHELL).toContain('<meta name="apple-mobile-web-app-title" content="QuantAlgo" />');
    expect(page).not.toContain('apple-mobile');
  });

  it('requests no app script before the first paint', () => {
    const drawn = new DOMParser().parseFromString(page, 'text/html');
    const requested = [...drawn.querySelectorAll('script, link[rel=modulepreload]')];
    expect(requested.map((element) => element.outerHTML)).toEqual([
      '<script src="/assets/entry-0.js"></script>',
    ]);
    const deferred = drawn.querySelector('template')?.innerHTML ?? '';
    for (const later of ['src="/src/app/main.tsx"', ...PARTS.scripts])
      expect(deferred).toContain(later);
  });

  it('runs the entry script before the stylesheet', () => {
    const decides = head.indexOf('<script src="/assets/entry-0.js"></script>');
    expect(decides).toBeGreaterThan(0);
    expect(decides).toBeLessThan(head.indexOf('rel="stylesheet"'));
  });

  it('contains the rendered page and is otherwise the app’s shell', () => {
    const body = (html: string) => html.slice(html.indexOf('</head>'));
    expect(page).toContain(DRAWN);
    const script = /\s*<script type="module"[^>]*><\/script>/;
    expect(body(page).replace(DRAWN, '')).toBe(body(SHELL).replace(script, ''));
  });

  it.each([
    ['title', '<html><head></head><div id="root"></div></html>'],
    ['root', SHELL.replace('id="root"', '')],
  ])('throws if the shell lacks a %s', (_, shell) => {
    expect(() => buildEntryDocument(shell, PARTS)).toThrow('shell');
  });
});
