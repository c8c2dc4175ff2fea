import { describe, expect, it } from 'vitest';
import { firestoreTimeSchema, isoTimeSchema } from '../../src/core/time';

describe('time schemas', () => {
  it('parse ISO text to epoch milliseconds', () => {
    expect(isoTimeSchema.parse('2026-11-20T14:05:00.250Z')).toBe(1795183500250);
  });

  it.each(['2026-11-20', '2026-11-20T14:05:00+01:00', '2026-11-20T14:05:00', 'now', 7, null, ''])(
    'reject %s as an ISO time',
    (value) => {
      expect(isoTimeSchema.safeParse(value).error?.issues[0]?.message).toBe(
        'Not an ISO 8601 time in UTC',
      );
    },
  );

  it('parse a Firestore timestamp to epoch milliseconds', () => {
    expect(firestoreTimeSchema.parse({ toMillis: () => 1795183500250 })).toBe(1795183500250);
  });

  it.each([1795183500250, '2026-11-20T14:05:00Z', null, {}, { toMillis: 5 }, new Date(0)])(
    'reject %s as a Firestore timestamp',
    (value) => {
      expect(firestoreTimeSchema.safeParse(value).success).toBe(false);
    },
  );
});
