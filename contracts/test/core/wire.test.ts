import { describe, expect, it } from 'vitest';
import { firestoreTimeSchema, isoTimeSchema } from '../../src/core/time';

describe('a time on the wire', () => {
  it('is epoch milliseconds inside, from ISO text', () => {
    expect(isoTimeSchema.parse('2026-11-20T14:05:00.250Z')).toBe(1795183500250);
  });

  it.each(['2026-11-20', '2026-11-20T14:05:00+01:00', '2026-11-20T14:05:00', 'now', 7, null, ''])(
    'is not %s',
    (value) => {
      expect(isoTimeSchema.safeParse(value).error?.issues[0]?.message).toBe(
        'Not an ISO 8601 time in UTC',
      );
    },
  );

  it('is epoch milliseconds inside, from the timestamp of either Firestore SDK', () => {
    expect(firestoreTimeSchema.parse({ toMillis: () => 1795183500250 })).toBe(1795183500250);
  });

  it.each([1795183500250, '2026-11-20T14:05:00Z', null, {}, { toMillis: 5 }, new Date(0)])(
    'is no Firestore timestamp as %s',
    (value) => {
      expect(firestoreTimeSchema.safeParse(value).success).toBe(false);
    },
  );
});
