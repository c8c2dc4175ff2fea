import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../src/platform/core/secrets';

const secrets = createSecrets('a key for this test, which is long enough');
const others = createSecrets('another key for this test, long enough too');

describe('the key of the server', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = secrets.seal(text);
        expect(secrets.open(sealed)).toBe(text);
        expect(secrets.seal(text)).not.toBe(sealed);
      }),
    );
  });

  it('opens nothing that another key sealed, or that was changed', () => {
    const sealed = secrets.seal('Trader2026');
    expect(() => others.open(sealed)).toThrow();
    const changed = Buffer.from(sealed, 'base64');
    changed.writeUInt8((changed[30] ?? 0) ^ 1, 30);
    expect(() => secrets.open(changed.toString('base64'))).toThrow();
  });

  it('opens no text whose seal was cut short', () => {
    const sealed = Buffer.from(secrets.seal(''), 'base64');
    for (let bytes = 0; bytes < sealed.length; bytes++)
      expect(() => secrets.open(sealed.toString('base64', 0, bytes))).toThrow();
  });

  it('digests the same text alike, and differently for another purpose or key', () => {
    expect(secrets.digest('a', 'text')).toBe(secrets.digest('a', 'text'));
    expect(secrets.digest('a', 'text')).not.toBe(secrets.digest('b', 'text'));
    expect(secrets.digest('a', 'text')).not.toBe(others.digest('a', 'text'));
  });
});
