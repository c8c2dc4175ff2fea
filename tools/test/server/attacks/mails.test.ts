import { describe, expect, it } from 'vitest';
import {
  logIn,
  mailsTo,
  newAddress,
  PASSWORD,
  signUpPerson,
  signUp,
  site,
} from '../../fixtures/client';
import { isAttackable } from './attacker';

const BAIT = 'You won 500 USD claim it today';

describe.skipIf(!isAttackable)('attacker who tries to send their own text to a stranger', () => {
  it('can’t do so with their name when changing their email to the stranger’s', async () => {
    const { token } = await signUpPerson();
    const renamed = await site('/api/account', {
      token,
      method: 'PATCH',
      body: { fullName: BAIT },
    });
    expect(renamed.status).toBe(200);
    const victim = newAddress();
    const body = { email: victim, currentPassword: PASSWORD };
    expect((await site('/api/account/email', { token, body })).status).toBe(200);
    const [mail] = await mailsTo(victim);
    expect(mail?.subject).toMatch(/is the code for your new/);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('won 500');
  });

  it.each(['www.evil-prize.com', 'Claim at evil-prize.com', 'https://evil.example'])(
    'can’t use the name %s',
    async (fullName) => {
      const { token } = await signUpPerson();
      const body = { fullName };
      expect((await site('/api/account', { token, method: 'PATCH', body })).status).toBe(400);
      const registration = signUp(newAddress(), PASSWORD, fullName);
      expect((await site('/auth/register', { body: registration })).status).toBe(400);
    },
  );
});

describe.skipIf(!isAttackable)('thief with a session', () => {
  it('can’t turn off the mail about a new device', async () => {
    const { email, token } = await signUpPerson();
    const body = { notifications: { security: false } };
    expect((await site('/api/account', { token, method: 'PATCH', body })).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
    const subjects = (await mailsTo(email, 2)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.startsWith('A new device logged in'))).toBe(true);
  });
});
