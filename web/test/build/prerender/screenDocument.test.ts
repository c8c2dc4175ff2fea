import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screenDocument } from '../../../build/prerender/screenDocument';

const SHELL = readFileSync(join(import.meta.dirname, '../../../app.html'), 'utf8');
const SCRIPTS = ['assets/a-1.js', 'assets/b-2.js'];

describe('the document of a member’s screen', () => {
  it('loads the screen’s scripts from the start', () => {
    const page = screenDocument(SHELL, { scripts: SCRIPTS, before: null });
    const head = page.slice(0, page.indexOf('</head>'));
    for (const file of SCRIPTS)
      expect(head).toContain(`<link rel="modulepreload" crossorigin href="/${file}">`);
  });

  it('draws what was kept of it before any script of the app is asked for', () => {
    const page = screenDocument(SHELL, { scripts: SCRIPTS, before: 'assets/screen-0.js' });
    const draws = page.indexOf('<script src="/assets/screen-0.js"></script>');
    expect(draws).toBeGreaterThan(page.indexOf('<div id="root">'));
    for (const later of ['src="/src/app/main.tsx"', ...SCRIPTS])
      expect(page.indexOf(later)).toBeGreaterThan(draws);
  });

  it('is not made of a shell that does not say where the app’s place ends', () => {
    const parts = { scripts: SCRIPTS, before: 'assets/screen-0.js' };
    expect(() => screenDocument('<head></head><body></body>', parts)).toThrow('shell');
  });
});
