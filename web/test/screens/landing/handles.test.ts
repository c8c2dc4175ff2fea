import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, listChannels } from '../../../src/content/contacts';
import {
  normalizeHandle,
  isInvitation,
  isOfficial,
} from '../../../src/screens/landing/live/handleCheck';

const OURS = CHANNELS.map(({ handle }) => handle);

describe('the check of a handle', () => {
  it.each(CHANNELS.map(({ handle, url }) => [handle, url] as const))(
    'knows %s in every form in which it is given',
    (handle, url) => {
      for (const given of [handle, handle.slice(1), url, `${url}?start=1`, ` ${handle} `])
        expect(isOfficial(given, OURS)).toBe(true);
      expect(isOfficial(handle.toUpperCase(), OURS)).toBe(true);
    },
  );

  it.each([
    '@quantalgo_support1',
    '@quantalgo-support',
    '@quantaIgo',
    '@quаntalgo',
    '@quantalgo_official',
    'https://t.me/quantalgo_signals_bot_',
    'https://t.me.example/quantalgo',
    '',
  ])('refuses %s', (given) => expect(isOfficial(given, OURS)).toBe(false));

  it('knows the handles of another project, and none of the demonstration', () => {
    const theirs = listChannels({
      community: 'https://t.me/lumen_signals',
      support: 'https://t.me/Lumen_Help',
      bot: null,
    }).map(({ handle }) => handle);
    expect(theirs).toEqual(['@lumen_signals', '@Lumen_Help']);
    expect(isOfficial('https://t.me/lumen_help', theirs)).toBe(true);
    for (const handle of [...OURS, '@lumen_heIp', '@lumen_bot'])
      expect(isOfficial(handle, theirs)).toBe(false);
  });

  it.each([
    'https://t.me/+kQ1aB2_cD3',
    't.me/+kQ1aB2-cD3',
    'https://telegram.me/joinchat/AAAAAE1aB2',
    'tg://join?invite=kQ1aB2',
  ])('knows %s for an invitation, whose channel nobody can tell by it', (given) => {
    expect(isInvitation(given)).toBe(true);
    expect(isOfficial(given, OURS)).toBe(false);
  });

  it.each([
    ...CHANNELS.map(({ url }) => url),
    'https://t.me/+15550100',
    '+1 (555) 010-0000',
    'https://t.me.example/+kQ1aB2',
    '@quantalgo_supp0rt',
  ])('takes %s for no invitation', (given) => expect(isInvitation(given)).toBe(false));

  it('takes no other text for ours', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        fc.pre(!OURS.map(normalizeHandle).includes(normalizeHandle(given)));
        expect(isOfficial(given, OURS)).toBe(false);
      }),
    );
  });
});

describe('the bot', () => {
  it('is said to invite into a channel, as it sends no signals itself', () => {
    const bot = CHANNELS.find(({ name }) => name === 'Signal bot');
    expect(bot?.purpose).toMatch(/^Invites you to your tier’s private channel/);
  });
});
