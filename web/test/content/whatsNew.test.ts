import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WHATS_NEW } from '../../src/content/appNews';

it('lists what is new in the current version', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toHaveProperty('version', WHATS_NEW.version);
  expect(WHATS_NEW.news.length).toBeGreaterThan(0);
});
