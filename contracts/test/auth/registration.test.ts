import { describe, expect, it } from 'vitest';
import { registrationSchema } from '../../src/auth/registration';

const ADA = {
  fullName: 'Ada Obi',
  email: 'ada@example.test',
  phone: '+234 801 234 5678',
  country: 'Nigeria',
  password: 'Trader2026',
};

const findMessage = (changes: object) =>
  registrationSchema.safeParse({ ...ADA, ...changes }).error?.issues[0]?.message;

describe('§5 Signup: field errors', () => {
  it.each([
    [{ fullName: undefined }, 'Full name is required'],
    [{ fullName: '   ' }, 'Full name is required'],
    [{ fullName: ' Al ' }, 'Full name must be at least 3 characters'],
    [{ fullName: '\u200B\u200B\u200B' }, 'Full name is required'],
    [{ fullName: '\u3164\uFFA0\u115F\u1160' }, 'Full name is required'],
    [{ fullName: '\u2800\u2800\u2800' }, 'Full name is required'],
    [{ fullName: '\u0301\u0302\u0303' }, 'Full name must be at least 3 characters'],
    [{ fullName: 'Al\u200D\uFE0F' }, 'Full name must be at least 3 characters'],
    [{ fullName: '👨‍👩‍👧' }, 'Full name must be at least 3 characters'],
    [{ fullName: 'A   l' }, 'Full name must be at least 3 characters'],
    [{ fullName: 'Ada\u0000Obi' }, 'Full name must not contain control characters'],
    [{ fullName: 'Ada \u202Eibo' }, 'Full name must not contain control characters'],
    [{ fullName: 'Ada \u2028Obi' }, 'Full name must not contain control characters'],
    [{ fullName: 'Ada Obi \ud800' }, 'Full name must not contain control characters'],
    [{ fullName: 'Win at https://evil.example' }, 'Full name must not contain web addresses'],
    [{ fullName: 'See evil.example/claim' }, 'Full name must not contain web addresses'],
    [{ fullName: 'Claim at www.evil-prize' }, 'Full name must not contain web addresses'],
    [{ fullName: 'WWW.Evil.example' }, 'Full name must not contain web addresses'],
    [{ fullName: 'evil.com won 500 USD' }, 'Full name must not contain web addresses'],
    [{ fullName: 'Evil-Prize.XYZ' }, 'Full name must not contain web addresses'],
    [{ telegram: '@ada\udc00' }, 'Telegram username must not contain control characters'],
    [{ email: 'ada\ud800@example.test' }, 'Email is invalid'],
    [{ email: undefined }, 'Email is required'],
    [{ email: '  ' }, 'Email is required'],
    [{ email: 'ada' }, 'Email is invalid'],
    [{ email: 'ada@example' }, 'Email is invalid'],
    [{ email: 'a da@example.test' }, 'Email is invalid'],
    [{ phone: undefined }, 'Phone number is required'],
    [{ phone: '' }, 'Phone number is required'],
    [{ phone: '12345' }, 'Phone number is invalid'],
    [{ country: undefined }, 'Country is required'],
    [{ country: 'Atlantis' }, 'Country is required'],
    [{ password: undefined }, 'Password is required'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'Abc1234' }, 'Password must be at least 8 characters'],
    [{ password: 'trader2026' }, 'Password must contain uppercase, lowercase, and number'],
    [{ password: 'TRADER2026' }, 'Password must contain uppercase, lowercase, and number'],
    [{ password: 'TraderTrader' }, 'Password must contain uppercase, lowercase, and number'],
  ])('rejects %j: %s', (changes, message) => {
    expect(findMessage(changes)).toBe(message);
  });

  it.each([
    'Zoë O’Connor',
    "Ngozi O'Brien",
    'Dr.Ada St.John',
    'J.R.R. Okonkwo',
    'Amaka A.Comfort',
    'محمد علي',
    '李 小龙',
    'Ada 🚀 Obi',
    '<b>Ada</b>',
    'Dr.Ada Obi Jr.',
    'राम',
    '김민준',
    'Ada\u0301',
  ])('accepts the name %s', (fullName) => {
    expect(findMessage({ fullName })).toBeUndefined();
  });

  it('trims the name, normalises the email and leaves the password unchanged', () => {
    const given = {
      ...ADA,
      fullName: '  Ada Obi ',
      email: ' Ada@Example.TEST ',
      password: ' Aa345678 ',
    };
    expect(registrationSchema.parse(given)).toMatchObject({
      fullName: 'Ada Obi',
      email: 'ada@example.test',
      password: ' Aa345678 ',
    });
  });

  it('treats an empty Telegram username as absent', () => {
    expect(registrationSchema.parse({ ...ADA, telegram: ' ' }).telegram).toBeUndefined();
    expect(registrationSchema.parse({ ...ADA, telegram: ' @ada ' }).telegram).toBe('@ada');
  });
});
