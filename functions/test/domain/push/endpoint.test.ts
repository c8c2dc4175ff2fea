import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from '../../../src/domain/push/delivery';

describe('subscription endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('is one of a browser’s push service: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, false)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://me:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/fcm/send/abc',
    'https://evilpush.apple.com.example/abc',
    'https://notify.windows.com/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/computeMetadata/v1',
    'http://127.0.0.1:8080/',
    'http://localhost:8080/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not an address',
  ])('is rejected if the server would call elsewhere: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, false)).toBe(false);
  });

  it('may be on the loopback address only on the local stack', () => {
    expect(isPushEndpoint('http://127.0.0.1:9000/abc', true)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1.nip.io:9000/abc', true)).toBe(false);
    expect(isPushEndpoint('http://10.0.0.1/abc', true)).toBe(false);
  });

  it('is rejected on hosts of unknown services', () => {
    fc.assert(
      fc.property(
        fc.string().map((text) => `https://${text}`),
        (url) => {
          expect(isPushEndpoint(url, false)).toBe(false);
        },
      ),
    );
  });
});
