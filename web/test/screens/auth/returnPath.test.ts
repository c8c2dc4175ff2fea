import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getReturnPath } from '../../../src/screens/auth/returnPath';

const ORIGIN = 'https://quantalgo.example';

describe('getReturnPath', () => {
  it('returns the page that the visitor requested', () => {
    expect(getReturnPath({ from: '/dashboard/signals?at=1#top' })).toBe(
      '/dashboard/signals?at=1#top',
    );
  });

  it.each([null, undefined, 'x', {}, { from: 7 }, { from: '' }])(
    'returns the dashboard for %j',
    (state) => {
      expect(getReturnPath(state)).toBe('/dashboard');
    },
  );

  it('never returns another origin', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '//evil.example',
        '/\\evil.example',
        '/\t/evil.example',
        'https://evil.example',
        'javascript:1',
      ),
      fc.webUrl(),
      fc.string().map((text) => `/${text}`),
      fc.string(),
    );
    fc.assert(
      fc.property(hostile, (from) => {
        expect(new URL(getReturnPath({ from }), ORIGIN).origin).toBe(ORIGIN);
      }),
    );
  });
});
