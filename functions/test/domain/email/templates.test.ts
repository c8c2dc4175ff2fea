import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import { describe, expect, it } from 'vitest';
import {
  findGiveUpReason,
  MAX_MAIL_ATTEMPTS,
  renderEmail,
  getEmailRetryDelay,
} from '../../../src/domain/email/email';
import { isTemplateName, type TemplateName } from '../../../src/domain/email/templates';

const SITE = 'https://quantalgo.test';
const FROM = { siteUrl: SITE, brand: DEMONSTRATION_BRAND };
const NASTY = '<img src=x onerror=alert(1)> "Ada" & \'Obi\'';

const PARAMETERS: Readonly<Record<TemplateName, Record<string, string>>> = {
  confirmation: { fullName: NASTY, email: 'ada+1@example.test', code: '7f3k2pm' },
  accountExists: { fullName: NASTY },
  noAccount: {},
  passwordReset: { fullName: NASTY, token: 'abcd2345efgh6789' },
  passwordChanged: { fullName: NASTY, at: '2026-11-20T14:05:09.000Z' },
  secondFactorSet: { fullName: NASTY, at: '2026-11-20T14:05:09.000Z' },
  activationSteps: { fullName: NASTY, admissionCode: 'QA-7F3-K2R', next: 'broker' },
  proofRejected: { fullName: NASTY, reason: 'Please upload a valid image file (PNG, JPG, JPEG)' },
  emailChange: { fullName: 'You won 500 USD', code: '7f3k2pm' },
  emailTaken: {},
  emailChanged: { fullName: NASTY, masked: 'n…@example.test', at: '2026-11-20T14:05:09.000Z' },
  newDevice: { fullName: NASTY, at: '2026-11-20T14:05:09.000Z' },
  telegramLinked: { fullName: NASTY, at: '2026-11-20T14:05:09.000Z' },
  telegramUnlinked: { fullName: NASTY, at: '2026-11-20T14:05:09.000Z' },
  accessChanged: { fullName: NASTY, tier: 'essential', was: 'starter', basis: 'deposit' },
  ticketAnswered: { fullName: NASTY, subject: NASTY },
  dashboardCode: { fullName: NASTY, code: 'k7m2q9wr' },
  setupRejected: { fullName: NASTY, reason: 'Please upload an image (PNG, JPG, JPEG) or a PDF' },
};
const names = Object.keys(PARAMETERS).filter(isTemplateName);

describe.each(names)('email %s', (name) => {
  const { subject, text, html } = renderEmail(name, PARAMETERS[name], FROM);

  it('has a one-line subject, and the same links in text and HTML', () => {
    expect(subject).toMatch(/^[^\r\n]{10,90}$/);
    const links = [...text.matchAll(/https?:\S+/g)].map(([url]) => url);
    expect(links.length).toBeGreaterThan(0);
    for (const url of links) expect(html).toContain(url.replaceAll('&', '&amp;'));
  });

  it('escapes HTML in a name', () => {
    expect(html).not.toContain('<img');
    expect(html).not.toContain('undefined');
  });

  it('is one narrow column for phones', () => {
    expect(html).toContain('width=device-width');
    expect(html).toContain('max-width:480px');
  });
});

describe.each(names.filter((name) => Object.keys(PARAMETERS[name]).length > 0))(
  'email %s',
  (name) => {
    it('throws if a parameter is missing', () => {
      expect(() => renderEmail(name, {}, FROM)).toThrow();
    });
  },
);

describe('confirmation email', () => {
  const { subject, text, html } = renderEmail('confirmation', PARAMETERS.confirmation, FROM);

  it('has the code in its subject, and unbroken in text and HTML', () => {
    expect(subject).toBe('7F3K2PM is your QuantAlgo confirmation code');
    expect(text).toContain('\n7F3K2PM\n');
    expect(html).toContain('>7F3K2PM<');
  });

  it('links to the form with the address and code in the URL fragment', () => {
    expect(text).toContain(`${SITE}/activate#email=ada%2B1%40example.test&code=7f3k2pm`);
  });
});

describe('recipient name in an email', () => {
  const greet = (fullName: string) =>
    renderEmail('passwordReset', { fullName, token: 'x' }, FROM).text;

  it.each(['www.evil.com', 'Win at evil.com', 'evil . com', 'Telegram @evil', '0803 123 4567'])(
    'is omitted if it contains an address, a handle or a phone number: %s',
    (fullName) => {
      const text = greet(fullName);
      expect(text).toMatch(/^Hello,\n/);
      expect(text).not.toContain(fullName);
    },
  );

  it('is used in the greeting', () => {
    expect(greet('Zoë O’Connor')).toMatch(/^Hello Zoë O’Connor,\n/);
  });

  it('is omitted from the email to a new, unconfirmed address', () => {
    const { subject, text, html } = renderEmail('emailChange', PARAMETERS.emailChange, FROM);
    expect(`${subject} ${text} ${html}`).not.toContain('You won 500 USD');
  });
});

describe('password reset email', () => {
  it('has a link and a code to type if the link opens outside the app', () => {
    const { text } = renderEmail('passwordReset', PARAMETERS.passwordReset, FROM);
    expect(text).toContain(`${SITE}/reset-password?token=abcd2345efgh6789`);
    expect(text).toContain('\nABCD2345EFGH6789\n');
  });
});

it.each([
  ['confirmation', 'It is valid for 30 minutes.'],
  ['emailChange', 'It is valid for 30 minutes.'],
  ['passwordReset', 'with this link. It works once, for 60 minutes.'],
  ['dashboardCode', 'It is valid for 7 days and works once.'],
] as const)('the email %s states how long its secret is valid', (name, words) => {
  expect(renderEmail(name, PARAMETERS[name], FROM).text).toContain(words);
});

const TIMED = [
  'passwordChanged',
  'emailChanged',
  'newDevice',
  'telegramLinked',
  'telegramUnlinked',
] as const;

describe.each(TIMED)('time in the email %s', (name) => {
  it.each([
    ['utc', '20 Nov 2026, 14:05 UTC'],
    ['wat', '20 Nov 2026, 15:05 WAT'],
    ['device', '20 Nov 2026, 15:05 WAT'],
    ['mars', '20 Nov 2026, 15:05 WAT'],
  ])('is in the member’s time zone: %s', (zone, words) => {
    const { text, html } = renderEmail(name, { ...PARAMETERS[name], zone }, FROM);
    expect(text).toContain(`on ${words}.`);
    expect(html).toContain(words);
  });

  it('is in WAT if the email was queued without a zone', () => {
    expect(renderEmail(name, PARAMETERS[name], FROM).text).toContain('20 Nov 2026, 15:05 WAT.');
  });
});

describe('email about an upgrade', () => {
  const renderText = (given: Record<string, string>) =>
    renderEmail('accessChanged', { fullName: 'Ada', tier: 'starter', was: 'guest', ...given }, FROM)
      .text;

  it('says that the account is verified if the tier is based on a deposit', () => {
    expect(renderText({ basis: 'deposit' })).toContain(
      'Your funded account is verified. You now have Starter access.',
    );
  });

  it.each(['code', 'staff'])('doesn’t mention a deposit if the tier is based on: %s', (basis) => {
    const text = renderText({ basis });
    expect(text).toContain('\nYou now have Starter access.');
    expect(text).not.toContain('verified');
  });
});

describe('activation steps email', () => {
  const brand = {
    ...DEMONSTRATION_BRAND,
    name: 'Lumen & Co',
    telegram: { community: 'https://t.me/lumen', support: 'https://t.me/lumen_help', bot: null },
    broker: {
      name: 'Broker House',
      signUp: 'https://go.house.com/r/A-4711?sub={member}',
      promoCode: 'LUMEN50',
    },
    isDemonstration: false,
  };
  const renderSteps = (site: typeof FROM) =>
    renderEmail('activationSteps', PARAMETERS.activationSteps, site);

  it('uses the configured brand, broker and support', () => {
    const { subject, text, html } = renderSteps({ siteUrl: SITE, brand });
    expect(subject).toContain('your Lumen & Co account');
    expect(text).toContain(
      'with Broker House through our link, using the promo code LUMEN50: https://go.house.com/r/A-4711?sub=QA-7F3-K2R',
    );
    expect(text).toContain('on Telegram: https://t.me/lumen_help');
    expect(html).toContain('>Lumen &amp; Co</p>');
    expect(text + html).not.toMatch(/quantalgo_|pocket|\bdemo/i);
  });

  it.each([
    ['broker', 'Three steps unlock', /^1\. Open an account.*\n2\. Fund it.*\n3\. Send us/m],
    ['fund', 'Two steps unlock', /^1\. Fund it.*\n2\. Send us/m],
    ['proof', 'One step unlocks', /^1\. Send us/m],
  ])('lists only the remaining steps if the next is: %s', (next, introduction, listed) => {
    const { text } = renderEmail('activationSteps', { ...PARAMETERS.activationSteps, next }, FROM);
    expect(text).toContain(`${introduction} your dashboard:`);
    expect(text).toMatch(listed);
  });

  it('states the minimum deposit for each tier', () => {
    expect(renderSteps(FROM).text).toContain(
      'Fund it: $20 or more for Starter, $100 or more for Essential. The money stays in your broker account.',
    );
  });

  it('says that the channels of a demonstration are placeholders', () => {
    for (const part of [renderSteps(FROM).text, renderSteps(FROM).html])
      expect(part).toContain('This is a demo. Its channels and broker link are placeholders.');
  });
});

describe('email subject', () => {
  it('can’t inject a header line', () => {
    const parameters = {
      ...PARAMETERS.activationSteps,
      admissionCode: 'QA\r\nBcc: eve@example.test',
    };
    expect(renderEmail('activationSteps', parameters, FROM).subject).not.toMatch(/[\r\n]/);
  });
});

describe('failed email', () => {
  it('is retried after 30 seconds, with the delay doubling up to four hours', () => {
    expect([1, 2, 3, 9, 10, 20].map((n) => getEmailRetryDelay(n) / 1000)).toEqual([
      30, 60, 120, 7680, 14_400, 14_400,
    ]);
  });

  it.each([
    [
      'abandoned if the server rejects it permanently',
      { attempts: 1, validUntil: null },
      true,
      'refused',
    ],
    [
      'abandoned after the maximum number of attempts',
      { attempts: MAX_MAIL_ATTEMPTS, validUntil: null },
      false,
      'attempts',
    ],
    [
      'abandoned if its code would have expired',
      { attempts: 1, validUntil: 5000 },
      false,
      'expired',
    ],
    ['retried otherwise', { attempts: 1, validUntil: 5001 }, false, null],
  ])('is %s', (_when, mail, isFinal, reason) => {
    expect(findGiveUpReason(mail, isFinal, 5000)).toBe(reason);
  });
});
