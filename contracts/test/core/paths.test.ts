import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDocumentPath, PATHS, toSafePath } from '../../src/core/paths';

const ORIGIN = 'https://quantalgo.example';

const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  '\t//evil.example',
  '/dashboard\\..\\..\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
];

describe('isDocumentPath', () => {
  it.each(['/', '/risk', '/terms/', '/verify?entry=7', '/terms#fees'])('is true for %s', (target) =>
    expect(isDocumentPath(target)).toBe(true),
  );

  it.each(['/dashboard', '/login', '/dashboard/signals?x=/risk', '/riskier'])(
    'is false for %s',
    (target) => expect(isDocumentPath(target)).toBe(false),
  );
});

describe('toSafePath', () => {
  it('keeps a path on this site', () => {
    for (const path of ['/', PATHS.signals, '/dashboard/signals?at=1#top'])
      expect(toSafePath(path)).toBe(path);
  });

  it.each(HOSTILE)('replaces %j with the dashboard', (path) => {
    expect(toSafePath(path)).toBe(PATHS.dashboard);
  });

  it('never leads to another origin', () => {
    const parts = fc.array(
      fc.constantFrom('/', '\\', '\t', '\n', '\r', ' ', '.', ':', '@', '%09', 'evil.example', 'a'),
      { maxLength: 8 },
    );
    const paths = fc.oneof(
      fc.webUrl(),
      fc.string(),
      parts.map((some) => `/${some.join('')}`),
    );
    fc.assert(
      fc.property(paths, (path) => {
        expect(new URL(toSafePath(path), ORIGIN).origin).toBe(ORIGIN);
      }),
      { numRuns: 5000 },
    );
  });
});
