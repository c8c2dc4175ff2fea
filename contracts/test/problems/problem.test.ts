import { describe, expect, it } from 'vitest';
import {
  formatProblemCode,
  parseProblemCode,
  problemCodeSchema,
  toProblemCode,
} from '../../src/problems/problem';

describe('problem code', () => {
  const code = toProblemCode(new Uint8Array([7, 52, 81, 2, 255, 96, 31, 40]));

  it('has eight characters from an unambiguous alphabet', () => {
    expect(problemCodeSchema.safeParse(code).success).toBe(true);
    for (let byte = 0; byte < 256; byte += 8) {
      const bytes = Uint8Array.from({ length: 8 }, (_, at) => byte + at);
      expect(toProblemCode(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    }
  });

  it('is formatted in two groups, and parsed in any case, spacing or look-alike characters', () => {
    expect(formatProblemCode('7KQ2M9XD')).toBe('7KQ2-M9XD');
    for (const typed of ['7KQ2-M9XD', ' 7kq2 m9xd ', '7K-Q2.M9 XD'])
      expect(parseProblemCode(typed)).toBe('7KQ2M9XD');
    expect(parseProblemCode('oil0-1234')).toBe('01101234');
  });

  it.each(['', '7KQ2M9X', '7KQ2M9XDA', '7KQ2M9XU', '7kq2m9xd', '../users'])(
    'rejects “%s”',
    (text) => {
      expect(problemCodeSchema.safeParse(text).success).toBe(false);
    },
  );
});
