import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints, type EndpointName } from '../../src/allEndpoints';
import type { Endpoint } from '../../src/core/endpoint';
import {
  cleanAccountId,
  cleanCode,
  cleanEmail,
  cleanPhone,
  cleanTelegram,
  MAX_CLEANED_LENGTH,
} from '../../src/core/identity';
import { findCode } from '../../src/core/findCode';
import { displayNameSchema } from '../../src/leaderboard/displayName';
import { brokerAccountSchema, traderIdSchema } from '../../src/submissions/submission';

/** Just below the API's limit for a body, in bytes. */
const BODY_BYTES = 99_000;

/** Each would keep a quadratic reader busy for minutes. */
const HOSTILE_TEXTS = {
  'semicolons between letters': `a${';'.repeat(BODY_BYTES)}a`,
  'full stops between letters': `a${'.'.repeat(BODY_BYTES)}a`,
  'spaces between letters': `a${' '.repeat(BODY_BYTES)}a`,
  'quotes between letters': `a${'"'.repeat(BODY_BYTES)}a`,
  'at signs after a bracket': `<${'@'.repeat(BODY_BYTES)}`,
  'at signs between letters': 'a@'.repeat(BODY_BYTES / 2),
  'short words': 'a '.repeat(BODY_BYTES / 2),
  'labels of an id': 'id '.repeat(BODY_BYTES / 3),
  'one domain': `a@${'a.'.repeat(BODY_BYTES / 2)}`,
  'marks out of order': `a${'\u0301'.repeat(BODY_BYTES / 4)}${'\u0323'.repeat(BODY_BYTES / 4)}`,
  'letters of many blocks': Array.from({ length: BODY_BYTES / 3 }, (_, index) =>
    String.fromCodePoint(0x4e00 + (index % 20_000)),
  ).join(''),
};

const CLEANERS = { cleanAccountId, cleanCode, cleanEmail, cleanPhone, cleanTelegram };

describe.each(Object.entries(CLEANERS))('%s', (_name, clean) => {
  it.each(Object.entries(HOSTILE_TEXTS))('leaves over-long text as it is: %s', (_kind, text) => {
    expect(clean(text)).toBe(text);
  });

  it('cleans text up to the limit', () => {
    expect(clean(`a${' '.repeat(MAX_CLEANED_LENGTH - 1)}`)).toBe('a');
  });
});

const EMAIL = 'ada@example.test';

const SUBSCRIPTION = {
  endpoint: 'https://push.example.test/ada',
  keys: { p256dh: `BA${'a'.repeat(85)}`, auth: `${'a'.repeat(21)}A` },
};

/** Of each endpoint that needs no session, with each of its text fields. */
const BODIES: Partial<Record<EndpointName, object>> = {
  login: { email: EMAIL, password: 'Trader2026' },
  confirmCode: { email: EMAIL, confirmationCode: 'ab3cd5k' },
  redeemTransferCode: { code: 'ab3cd5kx' },
  endSession: { proof: `${'a'.repeat(20)}.${'b'.repeat(43)}` },
  forgotPassword: { email: EMAIL },
  verifyResetToken: { token: 'abcdefghjkmnpqrs' },
  resetPassword: { token: 'abcdefghjkmnpqrs', newPassword: 'Trader2026' },
  register: {
    fullName: 'Ada Obi',
    email: EMAIL,
    phone: '+234 801 234 5678',
    country: 'Nigeria',
    telegram: '@ada',
    password: 'Trader2026',
  },
  sendActivationEmail: { email: EMAIL },
  pushShown: { receipt: 'receipt', shownForMs: 1 },
  movePush: { before: SUBSCRIPTION, after: SUBSCRIPTION },
  reportFault: { build: '1', kind: 'error', name: 'TypeError', frames: ['main.js:1:1'] },
  reportProblem: {
    code: 'ABCD1234',
    kind: 'asked',
    build: '1',
    screen: '/signals',
    online: true,
    worker: true,
    at: 0,
    sync: { mode: 'idle', failures: 0, whole: true, lastContactAt: null },
    calls: [{ requestId: null, endpoint: 'GET /api/signals', status: 200, at: 0 }],
  },
};

/** Copies of a value, each with another of its texts replaced. */
function replaceEachText(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.flatMap((item, index) =>
      replaceEachText(item, text).map((copy) => items.with(index, copy)),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    replaceEachText(field, text).map((copy) => ({ ...value, [name]: copy })),
  );
}

const openBodies = Object.entries<Endpoint>(endpoints).flatMap(([name, { caller, body }]) =>
  body && (caller === 'public' || caller === 'optional') ? [[name, body] as const] : [],
);

const getBody = (name: string) => Object.entries(BODIES).find(([key]) => key === name)?.[1];

describe('bodies of endpoints that need no session', () => {
  it.each(openBodies)('has an accepted example for %s', (name, schema) => {
    expect(schema.safeParse(getBody(name)).success).toBe(true);
  });

  it.each(openBodies)('refuses 99 kB in any field of %s at once', (name, schema) => {
    for (const text of Object.values(HOSTILE_TEXTS)) {
      const bodies = replaceEachText(getBody(name), text);
      expect(bodies).not.toHaveLength(0);
      for (const body of bodies) expect(schema.safeParse(body).success).toBe(false);
    }
  });
});

describe('fields of members', () => {
  const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
    displayName: displayNameSchema,
    traderId: traderIdSchema,
    brokerAccount: brokerAccountSchema,
  };

  it.each(Object.entries(SCHEMAS))('refuses 99 kB in %s for its length only', (_name, schema) => {
    for (const text of Object.values(HOSTILE_TEXTS))
      expect(schema.safeParse(text).error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });
});

it('finds no code in over-long text', () => {
  expect(findCode(`AB3CD5K${' '.repeat(MAX_CLEANED_LENGTH)}`)).toBe('');
  expect(findCode(`Your code is AB3CD5K.${' '.repeat(MAX_CLEANED_LENGTH - 21)}`)).toBe('ab3cd5k');
});
