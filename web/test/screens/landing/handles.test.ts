import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, listChannels } from '../../../src/content/contacts';
import {
  normalizeHandle,
  isInvitation,
  isOfficial,
} from '../../../src/screens/landing/live/handleCheck';

const OURS = CHANNELS.map(({ handle }) => handle);

describe('handle check', () => {
  it.each(CHANNELS.map(({ handle, url }) => [handle, url] as const))(
    'recognises %s in every form',
    (handle, url) => {
      const forms = [
        handle,
        handle.slice(1),
        handle.toUpperCase(),
        ` ${handle} `,
        `${handle}.`,
        `“${handle}”,`,
        `\u200E${handle}`,
        handle.replace('@', '＠'),
        url,
        `${url}/`,
        `${url}?start=1`,
        `(${url})`,
        url.replace('t.me/', 't.me/s/'),
        url.replace('https://t.me/', 'tg://resolve?domain='),
      ];
      for (const given of forms) expect(normalizeHandle(given)).toBe(handle.slice(1));
      expect(forms.filter((given) => !isOfficial(given, OURS))).toEqual([]);
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
    'https://t.me.example/s/quantalgo',
    'https://t.me/s/quantaIgo',
    'https://t.me/s',
    '@quantalgo_',
    '@quantalgo.\u0430',
    '',
  ])('rejects %s', (given) => expect(isOfficial(given, OURS)).toBe(false));

  it('recognises another project’s handles and rejects the demonstration’s', () => {
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
    '\u200Ehttps://t.me/+kQ1aB2_cD3.',
    '\u200Etg://join?invite=kQ1aB2',
  ])('recognises %s as an invitation and not as official', (given) => {
    expect(isInvitation(given)).toBe(true);
    expect(isOfficial(given, OURS)).toBe(false);
  });

  it.each([
    ...CHANNELS.map(({ url }) => url),
    'https://t.me/+15550100',
    '+1 (555) 010-0000',
    'https://t.me.example/+kQ1aB2',
    '@quantalgo_supp0rt',
  ])('does not take %s for an invitation', (given) => expect(isInvitation(given)).toBe(false));

  it('rejects any other text', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        fc.pre(!OURS.map(normalizeHandle).includes(normalizeHandle(given)));
        expect(isOfficial(given, OURS)).toBe(false);
      }),
    );
  });
});

describe('signal bot', () => {
  it('is described as an invitation to the private channel', () => {
    const bot = CHANNELS.find(({ name }) => name === 'Signal bot');
    expect(bot?.purpose).toMatch(/^Invites you to your tier’s private channel/);
  });
});
