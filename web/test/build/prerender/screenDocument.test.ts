// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildScreenDocument } from '../../../build/prerender';

const SHELL = readFileSync(join(import.meta.dirname, '../../../app.html'), 'utf8');
const SCRIPTS = ['assets/a-1.js', 'assets/b-2.js'];

describe('the document of a member’s screen', () => {
  it('draws what was kept of it, and leaves to that when a script of the app is asked for', () => {
    const page = buildScreenDocument(SHELL, { scripts: SCRIPTS, before: 'assets/screen-0.js' });
    const drawn = new DOMParser().parseFromString(page, 'text/html');
    const asked = [...drawn.querySelectorAll('script, link[rel=modulepreload]')];
    expect(asked.map((element) => element.outerHTML)).toEqual([
      '<script src="/assets/screen-0.js"></script>',
    ]);
    const waiting = drawn.querySelector('template')?.innerHTML ?? '';
    for (const later of ['src="/src/app/main.tsx"', ...SCRIPTS]) expect(waiting).toContain(later);
    expect(page.indexOf('/assets/screen-0.js')).toBeGreaterThan(page.indexOf('</template>'));
    expect(page.indexOf('rel="stylesheet"')).toBeGreaterThan(page.indexOf('/assets/screen-0.js'));
  });

  it('is not made of a shell without styles', () => {
    const parts = { scripts: SCRIPTS, before: 'assets/screen-0.js' };
    expect(() => buildScreenDocument('<head></head><body></body>', parts)).toThrow('no styles');
  });
});
