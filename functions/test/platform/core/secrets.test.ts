import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../src/platform/core/secrets';

const secrets = createSecrets('a key for this test, which is long enough');
const others = createSecrets('another key for this test, long enough too');

describe('server secrets', () => {
  it('open what they sealed, and seal the same text differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = secrets.seal(text);
        expect(secrets.open(sealed)).toBe(text);
        expect(secrets.seal(text)).not.toBe(sealed);
      }),
    );
  });

  it('don’t open what was changed or sealed with another key', () => {
    const sealed = secrets.seal('Trader2026');
    expect(() => others.open(sealed)).toThrow();
    const changed = Buffer.from(sealed, 'base64');
    changed.writeUInt8((changed[30] ?? 0) ^ 1, 30);
    expect(() => secrets.open(changed.toString('base64'))).toThrow();
  });

  it('don’t open a truncated seal', () => {
    const sealed = Buffer.from(secrets.seal(''), 'base64');
    for (let bytes = 0; bytes < sealed.length; bytes++)
      expect(() => secrets.open(sealed.toString('base64', 0, bytes))).toThrow();
  });

  it('digest the same text identically, but differently for another purpose or key', () => {
    expect(secrets.digest('a', 'text')).toBe(secrets.digest('a', 'text'));
    expect(secrets.digest('a', 'text')).not.toBe(secrets.digest('b', 'text'));
    expect(secrets.digest('a', 'text')).not.toBe(others.digest('a', 'text'));
  });
});
