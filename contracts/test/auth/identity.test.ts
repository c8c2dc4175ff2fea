import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginBodySchema } from '../../src/auth/endpoints';
import { isPhoneNumber } from '../../src/auth/registration';
import {
  cleanAccountId,
  cleanCode,
  cleanEmail,
  cleanPhone,
  cleanTelegram,
} from '../../src/core/identity';
import { passwordsEndpoints } from '../../src/auth/passwordEndpoints';
import { findCode, findCodeField } from '../../src/core/findCode';
import {
  LONG_CODE_LENGTH,
  toCodeCharacters,
  confirmationCodeSchema,
  emailField,
  codeField,
} from '../../src/core/validation';
import { brokerAccountSchema, traderIdSchema } from '../../src/submissions/submission';
import { COUNTRIES } from '../../src/auth/countries';

const CLEANERS = { cleanAccountId, cleanCode, cleanEmail, cleanPhone, cleanTelegram };

/** Format characters, joiners, bidirectional marks, fillers and variation selectors. */
const UNSEEN = Array.from(
  '\u00AD\u034F\u061C\u115F\u1160\u17B4\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202C\u202D\u202E' +
    '\u2060\u2064\u2066\u2068\u2069\u206F\u2800\u3164\uFE0E\uFE0F\uFEFF\uFFA0\u{1BCA0}\u{1D173}\u{E0001}\u{E0041}',
);

const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from('aZ09@.+-_’\'"<>(),;:mailto /éßİΣǰЖ中٣０－。ŉʹ″⁗΅´￣\u0301'),
    ),
    maxLength: 40,
  }),
  fc.constantFrom(
    'mailto:mailto:a@x.co',
    '<mailto:"mailto:a@x.co',
    '<(tel:+234>)',
    'ada@MÜNCHEN.de',
  ),
  fc.string({
    unit: fc.constantFrom(...Array.from("01234.,' №#"), '000', 'ID', 'no '),
    maxLength: 12,
  }),
);

const email = (text: string) => emailField('required', 'invalid').safeParse(text);

describe.each(Object.entries(CLEANERS))('%s', (_name, clean) => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(clean(clean(text))).toBe(clean(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('ignores invisible characters inserted anywhere', () => {
    const insertions = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...UNSEEN)), { maxLength: 6 });
    fc.assert(
      fc.property(typed, insertions, (text, inserted) => {
        const characters = Array.from(text);
        for (const [at, unseen] of inserted)
          characters.splice(at % (characters.length + 1), 0, unseen);
        expect(clean(characters.join(''))).toBe(clean(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('email address', () => {
  it.each([
    'a@x.co,',
    'a@x.co;',
    'a@x.co.',
    'a@x.co\u200B',
    '\uFEFFa@x.co',
    'a\u200D@x.co',
    '\u202Aa@x.co\u202C',
    '<a@x.co>',
    'Ada Obi <a@x.co>',
    '"a@x.co"',
    '“a@x.co”',
    '(a@x.co)',
    'mailto:a@x.co',
    'MAILTO:a@x.co?subject=Hello',
    ' A@X.Co\u00A0',
    'ａ＠ｘ．ｃｏ',
    'a@x。co',
  ])('is parsed as a@x.co from “%s”', (text) => {
    expect(email(text).data).toBe('a@x.co');
    expect(loginBodySchema.parse({ email: text, password: 'x' }).email).toBe('a@x.co');
  });

  it.each([
    ['a..b@x.co'],
    ['.a@x.co'],
    ['a.@x.co'],
    ['a@x..co'],
    ['a@.x.co'],
    ['a@x.co..uk'],
    ['a@-x.co'],
    ['a@x-.co'],
    ['a@x'],
    ['a@x.c'],
    ['a@x.123'],
    ['a@10.0.0.1'],
    ['a b@x.co'],
    ['a@x y.co'],
    ['a@b@x.co'],
    ['@x.co'],
    ['a@'],
    [`${'a'.repeat(65)}@x.co`],
    [`a@${'x'.repeat(64)}.co`],
    [`a@${'x.'.repeat(130)}co`],
    ['a@x_y.co'],
    ['a@x.co, b@x.co'],
    ['a(b)@x.co'],
  ])('is rejected if it can’t exist: %s', (text) => {
    expect(email(text).error?.issues[0]?.message).toBe('invalid');
  });

  it.each([
    ['ada+signals@mail.example.co.uk', 'ada+signals@mail.example.co.uk'],
    ['o’neil@x.co', "o'neil@x.co"],
    ['oʼneil@x.co', "o'neil@x.co"],
    ['o´neil@x.co', "o'neil@x.co"],
    ['ada@MÜNCHEN.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@mu\u0308nchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@xn--mnchen-3ya.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    [`${'a'.repeat(64)}@x.co`, `${'a'.repeat(64)}@x.co`],
    ['ада@x.co', 'ада@x.co'],
    ['a-_!#$%&*/=?^{|}~b@x.co', 'a-_!#$%&*/=?^{|}~b@x.co'],
  ])('is normalised if valid: %s', (text, address) => {
    expect(email(text).data).toBe(address);
  });

  it('is reported as missing if empty after cleaning', () => {
    for (const text of ['', ' ', '\u200B', '<>', 'mailto:'])
      expect(email(text).error?.issues[0]?.message).toBe('required');
  });
});

describe('phone number', () => {
  it.each([
    '\u202A+234 803 123 4567\u202C',
    '\u2068+234 803 123 4567\u2069',
    '\u2066+234\u00A0803\u2009123\u202F4567\u2069',
    '\u200E+234 803 123 4567',
    '\u202D+234 803‑123‑4567',
    '+234 803–123—4567',
    '+234 803−123−4567',
    '＋２３４ ８０３ １２３ ４５６７',
    '+٢٣٤ ٨٠٣ ١٢٣ ٤٥٦٧',
    '+234 (0) 803 123 4567',
    '+234(0)8031234567',
    '(+234) 803 123 4567',
    'tel:+2348031234567',
    '2348031234567',
    '234 803 123 4567',
    '00234 803 123 4567',
    '0803 123 4567',
    '+234 803 123 4567,',
    '01 234 5678',
  ])('is accepted for Nigeria in any notation: “%s”', (text) => {
    expect(isPhoneNumber(text, 'Nigeria')).toBe(true);
    expect(cleanPhone(text)).toMatch(/^[+\d() -]+$/);
  });

  it.each(COUNTRIES.map(({ name, callingCode }) => [name, callingCode] as const))(
    'is accepted for %s with a calling code but no plus',
    (country, callingCode) => {
      const bare = `${callingCode}${country === 'Nigeria' ? '8031234567' : '4155552671'}`;
      expect(isPhoneNumber(bare, country)).toBe(true);
      expect(isPhoneNumber(bare, 'Other')).toBe(true);
    },
  );

  it('is cleaned to ASCII digits and dashes', () => {
    expect(cleanPhone('\u202A+234 803\u2011123\u20134567\u202C')).toBe('+234 803-123-4567');
    expect(cleanPhone('８０３')).toBe('803');
    expect(cleanPhone('٠٨٠٣')).toBe('0803');
  });
});

describe('code', () => {
  it.each([
    'ab3cd5k',
    ' AB3-CD5K ',
    'ab3\u2011cd5k',
    'ab3\u00A0cd5k',
    '\u2068ab3cd5k\u2069',
    'ａｂ３ｃｄ５ｋ',
    '“ab3cd5k”.',
    'ab3\u200Bcd5k',
  ])('is parsed as ab3cd5k from “%s” in every field', (text) => {
    expect(confirmationCodeSchema.parse(text)).toBe('ab3cd5k');
    expect(codeField('required').parse(text)).toBe('ab3cd5k');
    expect(toCodeCharacters(text)).toBe('ab3cd5k');
  });

  it.each([
    ['AB3CD5K', 'ab3cd5k'],
    ['AB-C2', 'abc2'],
    ['Or enter this code\nAB3CD5K', 'ab3cd5k'],
    ['code: AB3CD5K', 'ab3cd5k'],
    ['Your QuantAlgo code is “ab3-cd5k”. It is valid for 30 minutes.', 'ab3cd5k'],
    ['https://quantalgo.example/confirm?code=AB3CD5K&again=ab3cd5k', 'ab3cd5k'],
    ['Ваш код：ＡＢ３ＣＤ５Ｋ', 'ab3cd5k'],
    ['Or enter this code', ''],
    ['AB3CD5K or XY3CD5K', ''],
    ['AB3CD5KX', ''],
    ['Code: AB1CD5K', ''],
  ])('is found in “%s” as “%s”', (text, code) => {
    expect(findCode(text)).toBe(code);
  });

  it.each([
    'Hi Ada, your dashboard code is AB3CD5KX, valid for 7 days',
    'Your dashboard code: ab3c-d5kx',
    'Transfer code AB3CD5KX',
    'Dear Benjamin, your code is ab3cd5kx',
    'AB3CD5KX',
    ' ab3c d5kx ',
  ])('is found in a form field in “%s”', (text) => {
    expect(findCodeField('required', LONG_CODE_LENGTH).parse(text)).toBe('ab3cd5kx');
  });

  it('is found in a pasted link', () => {
    const token = 'https://quantalgo.example/reset-password?token=abcdefghjkmnpqrs';
    expect(passwordsEndpoints.verifyResetToken.body.parse({ token })).toEqual({
      token: 'abcdefghjkmnpqrs',
    });
  });

  it.each(['', ' ', '\u200B', 'x'.repeat(201)])('is required in a form field: %j', (text) => {
    const { error } = findCodeField('required', LONG_CODE_LENGTH).safeParse(text);
    expect(error?.issues[0]?.message).toBe('required');
  });

  it('is found by its own length and alphabet', () => {
    expect(findCode('Send AB3CD5KX to the bot', { length: LONG_CODE_LENGTH })).toBe('ab3cd5kx');
    const sixDigits = { length: 6, digits: true };
    expect(findCode('Code 1: 120 450', sixDigits)).toBe('');
    expect(findCode('120 450', sixDigits)).toBe('120450');
    expect(findCode('Code: १२०४५०, for 30 seconds', sixDigits)).toBe('120450');
  });

  it('accepts digits of any script', () => {
    expect(codeField('required').parse('１２３ ４５６')).toBe('123456');
    expect(codeField('required').parse('१२३४५६')).toBe('123456');
    expect(codeField('required').parse('١٢٣٤٥٦')).toBe('123456');
  });
});

describe('broker account id', () => {
  it.each([
    'PO-123456',
    ' PO-123456. ',
    '\u202APO-123456\u202C',
    'PO\u2011123456',
    '“PO-123456”',
    '#PO-123456',
    'ＰＯ－１２３４５６',
    'PO-123\u200B456',
  ])('is parsed as PO-123456 from “%s”', (text) => {
    expect(traderIdSchema.parse(text)).toBe('PO-123456');
    expect(brokerAccountSchema.parse(text)).toBe('PO-123456');
  });

  it.each([
    ['ID: 98765432', '98765432'],
    ['id 98765432', '98765432'],
    ['ID98765432', '98765432'],
    ['ID-98765432', '98765432'],
    ['UID 98765432', '98765432'],
    ['UID#98765432', '98765432'],
    ['№ 98765432', '98765432'],
    ['№98765432', '98765432'],
    ['No. 98765432', '98765432'],
    ['Trader ID 98765432', '98765432'],
    ['TRADER ID - 98765432.', '98765432'],
    ['My trader ID is: 98765432', '98765432'],
    ['Account no. 98765432', '98765432'],
    ['Account № 98765432', '98765432'],
    ['a/c number 98765432', '98765432'],
    ['“Account ID” = 98765432', '98765432'],
    ['ID: CR123456', 'CR123456'],
    ['Trader ID PO-123456', 'PO-123456'],
    ['Login: ID 98765432', '98765432'],
    ['Pocket Option ID: 98765432', '98765432'],
    ['My PO ID 98765432', '98765432'],
  ])('is parsed without its label from “%s”', (text, id) => {
    expect(traderIdSchema.parse(text)).toBe(id);
    expect(brokerAccountSchema.parse(text)).toBe(id);
  });

  it.each([
    'CR123456',
    'PO-123',
    'QA-7F3-K2R',
    'NO123456',
    'NO-123456',
    'ACC-123456',
    'Account-1',
    'IDA123',
    'Ida 123',
    'PO 123456',
    'Trader ID',
    'user',
  ])('keeps “%s”, which isn’t a label and an id', (text) => {
    expect(cleanAccountId(text)).toBe(text);
  });
});

it('rejects an id with control characters instead of cleaning it', () => {
  for (const text of ['PO\u0007', '\u0000PO', 'P\u0007O'])
    expect(traderIdSchema.safeParse(text).error?.issues[0]?.message).toBe(
      'Trader ID must not contain control characters',
    );
});

describe('Telegram username', () => {
  it.each([
    ['@ada_obi', '@ada_obi'],
    ['\u2068@ada_obi\u2069', '@ada_obi'],
    ['https://t.me/ada_obi', '@ada_obi'],
    ['t.me/ada_obi/', '@ada_obi'],
    ['@ada_obi,', '@ada_obi'],
    ['ada_obi', 'ada_obi'],
  ])('is cleaned from %s to %s', (text, name) => {
    expect(cleanTelegram(text)).toBe(name);
  });
});
