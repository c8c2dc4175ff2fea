// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildScreenDocument } from '../../../build/prerender';

const SHELL = readFileSync(join(import.meta.dirname, '../../../app.html'), 'utf8');
const SCRIPTS = ['assets/a-1.js', 'assets/b-2.js'];

describe('buildScreenDocument', () => {
  it('runs the script that draws the stored screen and defers the app’s scripts', () => {
    const page = buildScreenDocument(SHELL, { scripts: SCRIPTS, before: 'assets/screen-0.js' });
    const drawn = new DOMParser().parseFromString(page, 'text/html');
    const requested = [...drawn.querySelectorAll('script, link[rel=modulepreload]')];
    expect(requested.map((element) => element.outerHTML)).toEqual([
      '<script src="/assets/screen-0.js"></script>',
    ]);
    const deferred = drawn.querySelector('template')?.innerHTML ?? '';
    for (const later of ['src="/src/app/main.tsx"', ...SCRIPTS]) expect(deferred).toContain(later);
    expect(page.indexOf('/assets/screen-0.js')).toBeGreaterThan(page.indexOf('</template>'));
    expect(page.indexOf('rel="stylesheet"')).toBeGreaterThan(page.indexOf('/assets/screen-0.js'));
  });

  it('throws if the shell has no styles', () => {
    const parts = { scripts: SCRIPTS, before: 'assets/screen-0.js' };
    expect(() => buildScreenDocument('<head></head><body></body>', parts)).toThrow('no styles');
  });
});
