import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasContactDetails, looksLikeStaff, formatPublicName } from '../../src/account/shownName';
import { displayNameSchema } from '../../src/leaderboard/displayName';

const sign = (fullName: string, changes: object = {}) =>
  formatPublicName({ uid: 'ada', fullName, staff: false, ...changes });

const NEUTRAL = /^Member [0-9A-F]{4}$/;

const STAFF_NAMES = [
  'QuantАlgo_Support',
  'QuantAlgo',
  'Quant Algo',
  'Q u a n t A l g o',
  'Q.u.a.n.t.A.l.g.o',
  'quantalgo2026',
  'QuantAIgo Ada',
  'Quant4lgo',
  'Staff Q.',
  'Staff QuantAlgo',
  'Ada Staff',
  'S.t.a.f.f',
  'S t a f f',
  'S-t-a-f-f',
  'St\u200Baff Ada',
  'Sta\u00ADff Ada',
  'ＳＴＡＦＦ Ada',
  '𝐒𝐭𝐚𝐟𝐟 Ada',
  '𝓢𝓾𝓹𝓹𝓸𝓻𝓽',
  'ꜱᴛᴀꜰꜰ Ada',
  '🅢🅣🅐🅕🅕 Ada',
  '🆂🆃🅰🅵🅵 Ada',
  '🇸🇹🇦🇫🇫 Ada',
  'ѕtаff',
  'Ѕuрроrt',
  'ՏᎢᎪϜϜ',
  'Տtaff',
  'ᏚᎢᎪff',
  'Sŧáƒƒ',
  '5taff',
  'St4ff',
  'Staff007',
  'Admin1',
  'Adm1n',
  'AdmIn',
  'Admln',
  'Adrnin',
  'АDМІN',
  'ΑDΜΙΝ',
  'ΛDMIN',
  'Supp0rt Desk',
  'SupportTeam',
  'supportteam',
  'The Support Team',
  'Official QuantAlgo',
  'Official Ada',
  'OfficialSupport',
  'VIP Admin Chat',
  'SysAdmin',
  'Moderator',
  'Mod Ada',
  'System',
  'Help Desk',
  'Customer Care',
];

const AWAY_NAMES = [
  '@evil_signals Join',
  'evil_signals Join',
  '＠evil Join',
  '﹫evil Join',
  'Evil.com Signals',
  'evil.com',
  'evil.bet Signals',
  'Evil．com Signals',
  'Evil。com Signals',
  'Ev\u200Bil.c\u200Bom Signals',
  'evil dot com',
  'evil (dot) com',
  'Evil DotCom',
  'evil d0t com',
  'evil [.] com',
  'evil .com',
  'evil. com',
  'evil,com',
  't.me/x',
  't.me x',
  'x.com Ada',
  'пример.рф',
  'münchen.de Ada',
  'xn--mnchen-3ya.de',
  'evil.xn--p1ai',
  'See www evil',
  '+2348012345678 Call',
  '2348012345678 Call',
  '0801 234 5678',
  '0-8-0-1-2-3-4-5-6-7-8',
  'Ada 8012345',
  '٠٨٠١٢٣٤٥٦٧ Ada',
  '０８０１２３４５６７ Ada',
  '𝟬𝟴𝟬𝟭𝟮𝟯𝟰𝟱𝟲𝟳 Ada',
  '⓪⑧⓪①②③④⑤ Ada',
  '0️⃣8️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣',
  'Telegram Evil',
  'Te1egram Evil',
  'WhatsApp me',
  'Whats App me',
  'TG: evil',
];

const MIXED_NAMES = ['Аda Obi', 'Αda Obi', 'Ada Оbi', 'Аda', 'Kofі Mensah'];

const HONEST_NAMES: readonly (readonly [string, string])[] = [
  ['Ada Obi', 'Ada O.'],
  ['  Ada   Ngozi Obi ', 'Ada O.'],
  ['Ada', 'Ada'],
  ['Ada érica', 'Ada É.'],
  ['Simon Stafford', 'Simon S.'],
  ['Stafford Ada', 'Stafford A.'],
  ['Staffan Berg', 'Staffan B.'],
  ['Adminah Otieno', 'Adminah O.'],
  ['Supportive Ada', 'Supportive A.'],
  ['Modupe Ade', 'Modupe A.'],
  ['Modesty Blaise', 'Modesty B.'],
  ['Quanita Algor', 'Quanita A.'],
  ['Ola Viberg', 'Ola V.'],
  ['Dr.Ada Obi Jr.', 'Dr.Ada J.'],
  ['J.R.R. Tolkien', 'J.R.R. T.'],
  ['Ada.Obi', 'Ada.Obi'],
  ['Ngozi O’Brien', 'Ngozi O.'],
  ['N´Golo Kanté', 'N’Golo K.'],
  ['N‘Golo Kanté', 'N’Golo K.'],
  ["D'Angelo Ade", "D'Angelo A."],
  ['Mary-Jane Watson', 'Mary-Jane W.'],
  ['Ọlá Adébáyọ̀', 'Ọlá A.'],
  ['Jörg Müller', 'Jörg M.'],
  ['Łukasz Żak', 'Łukasz Ż.'],
  ['Иван Петров', 'Иван П.'],
  ['Αλέξανδρος Παππάς', 'Αλέξανδρος Π.'],
  ['محمد علي', 'محمد ع.'],
  ['李 小龙', '李 小.'],
  ['राम कुमार', 'राम कु.'],
  ['Ada ßen', 'Ada ß.'],
  ['Ada 2026', 'Ada 2.'],
  ['😀 Adaobi Obi', 'Adaobi O.'],
  ['Ada Obi ✅', 'Ada O.'],
  ['Ada ✔️', 'Ada'],
];

describe('public name', () => {
  it.each([...STAFF_NAMES, ...AWAY_NAMES, ...MIXED_NAMES, '✅✅✅', '🚀🚀🚀', '...'])(
    'replaces “%s” with a neutral alias',
    (fullName) => {
      expect(sign(fullName)).toMatch(NEUTRAL);
    },
  );

  it.each(HONEST_NAMES)('shows %s as %s', (fullName, shown) => {
    expect(sign(fullName)).toBe(shown);
  });

  it('shows the first name and one initial', () => {
    const word = fc.stringMatching(/^[B-Z][aeiou]{2,6}$/);
    fc.assert(
      fc.property(word, word, (first, last) => {
        expect(sign(`${first} ${last}`)).toBe(`${first} ${last.charAt(0)}.`);
      }),
    );
  });

  it('gives each member a stable, distinct alias', () => {
    const [one, other] = ['uid-1', 'uid-2'].map((uid) => sign('Staff', { uid }));
    expect(sign('t.me/x', { uid: 'uid-1' })).toBe(one);
    expect(other).not.toBe(one);
  });

  it('allows reserved words in staff names', () => {
    expect(sign('QuantAlgo Support', { staff: true })).toBe('QuantAlgo S.');
  });

  it('hides a handle despite invisible characters around its underscore', () => {
    expect(sign('evil\u200B_\u200Bsignals Join')).toMatch(NEUTRAL);
  });

  it('ignores invisible characters', () => {
    const unseen = fc.constantFrom('\u200B', '\u2060', '\u00AD', '\u200E', '\uFE0F', '\u3164');
    const name = fc.constantFrom(...STAFF_NAMES, ...AWAY_NAMES);
    fc.assert(
      fc.property(
        name,
        fc.array(fc.tuple(fc.nat(), unseen), { maxLength: 4 }),
        (text, inserted) => {
          const characters = Array.from(text);
          for (const [at, character] of inserted)
            characters.splice(at % (characters.length + 1), 0, character);
          expect(sign(characters.join(''))).toMatch(NEUTRAL);
        },
      ),
    );
  });
});

describe('name rules', () => {
  it('detect staff lookalikes and accept honest names', () => {
    for (const name of STAFF_NAMES) expect([name, looksLikeStaff(name)]).toEqual([name, true]);
    for (const [name] of HONEST_NAMES)
      expect([name, looksLikeStaff(name), hasContactDetails(name)]).toEqual([name, false, false]);
  });

  it('apply to leaderboard names', () => {
    for (const name of ['The Support Team', 'Ada Staff', 'evil.com', 'Ada 08012345', 'QuantaIgo'])
      expect(displayNameSchema.safeParse(name).success).toBe(false);
    for (const name of ['Stafford', 'Ada.Obi', 'Chidi A_9'])
      expect(displayNameSchema.safeParse(name).success).toBe(true);
  });
});
