import { describe, expect, it } from 'vitest';
import { maskAddress, pseudonymiseText, redactReason } from '../../../src/domain/account/account';

describe('audit reason shown to a member', () => {
  it('hides the ids of staff', () => {
    const uid = 'k3J9s0dKfjQ2mZx81LpQwErTyUi2';
    const reason = `dashboard code issued by Zz91kdLs02JfkQpWmx7TyuVb3aa1 for ${uid}`;
    expect(redactReason(uid, reason)).toBe('dashboard code issued by staff for you');
    const pseudonym = 'deleted-9Zz1kdLs02_fkQpWm-x7TyuVb3aa1kdLs02JfkQpWmx7';
    expect(redactReason(uid, `paid, said ${pseudonym}`)).toBe('paid, said staff');
    const approval = 'proof 3f0c2b1a-1111-4222-8333-444455556666 approved';
    expect(redactReason(uid, approval)).toBe(approval);
    expect(redactReason(uid, 'deposit of $250 confirmed')).toBe('deposit of $250 confirmed');
  });
});

describe('maskAddress', () => {
  it.each([
    ['ada@example.com', 'a…@example.com'],
    ['a@example.com', 'a…@example.com'],
  ])('masks %s as %s', (email, masked) => {
    expect(maskAddress(email)).toBe(masked);
  });
});

describe('staff text about a deleted member', () => {
  const uid = 'Yq3x0dPz9WfK2mB7vT1cRnA5';
  const names = ['Gisela Deletable', '+234 801 234 5678', '@gisela_d', 'QA-7F3K2P', 'PO-1077'];
  const pseudonymise = (text: string) =>
    pseudonymiseText(text, { uid, names, isAbout: true }, 'deleted-x');

  it.each([
    ['Gisela Deletable gdpr-1@audit.test paid', 'deleted-x deleted-x paid'],
    ['GISELA’s transfer of 500, account po-1077', 'deleted-x’s transfer of 500, account deleted-x'],
    ['called (0801 234-5678) and +2348012345678', 'called (deleted-x) and deleted-x'],
    [
      'gisela_d on Telegram (@gisela_d), code QA-7F3K2P',
      'deleted-x on Telegram (deleted-x), code deleted-x',
    ],
    [`asked by ${uid}`, 'asked by deleted-x'],
    ['an older address: g.deletable+old@mail.example.com.', 'an older address: deleted-x.'],
  ])('replaces every identifier with a pseudonym: %s', (text, without) => {
    expect(pseudonymise(text)).toBe(without);
  });

  it.each([
    'paid 500 on 2026-11-03',
    'proof 3f2b8012-3456-4781-9abc-0123456789ab approved',
    'PO-10771',
  ])('keeps text that doesn’t identify the member: %s', (text) => {
    expect(pseudonymise(text)).toBe(text);
  });

  it('keeps other people’s addresses if it isn’t about the member', () => {
    const text = 'Gisela granted it to bola@mail.example';
    const without = pseudonymiseText(text, { uid, names, isAbout: false }, 'deleted-x');
    expect(without).toBe('deleted-x granted it to bola@mail.example');
  });

  it('doesn’t replace other words that match a short name', () => {
    const given = { uid, names: ['An Li'], isAbout: true };
    expect(pseudonymiseText('an order of An Li', given, 'x')).toBe('an order of x');
  });
});
