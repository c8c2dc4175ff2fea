import fc from 'fast-check';

/** Texts that have broken other servers. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'javascript:alert(1)',
  '=HYPERLINK("http://x.test")',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '0x1F',
  '1e400',
  '-1',
  '9007199254740993',
  '99999999T9999Z',
  '20260231T0000Z',
  '+0000000000000',
  '\u0000',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  '\u202e\u2066abc',
  'İ'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(40),
  'a'.repeat(5000),
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '.',
  '..',
  '__name__',
  'a/b/c',
] as const;

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  nested(500),
  { $gt: '' },
  { toString: 1 },
  { length: 1e9 },
  JSON.parse('{"__proto__":{"staff":true},"constructor":{"prototype":{"staff":true}}}'),
  ...HOSTILE_TEXTS,
];

/** A value that no schema of ours expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
