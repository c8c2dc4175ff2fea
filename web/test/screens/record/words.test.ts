import { describe, expect, it } from 'vitest';
import {
  formatRates,
  getVerificationFacts,
  summarizeVerification,
} from '../../../src/screens/record/VerificationSummary';
import { aFinding, SEEN } from './aFinding';

describe('summarizeVerification', () => {
  it('reports an intact ledger', () => {
    const { tone, title, sentences } = summarizeVerification(aFinding());
    expect([tone, title]).toEqual(['good', 'Verified']);
    expect(sentences[0]).toMatch(/^All 1,204 entries are intact: none was changed/);
  });

  it('reports the first broken entry', () => {
    const found = { seq: 1203, reason: 'Its content does not match its hash.' };
    const { title, sentences } = summarizeVerification({ kind: 'broken', found });
    expect(title).toBe('Broken at entry #1,203');
    expect(sentences).toEqual([
      found.reason,
      'The 1,203 entries before it are intact. Nothing from there on can be trusted.',
    ]);
  });

  it('reports a rewritten ledger with the head this device saw', () => {
    const of = (now: 'gone' | 'other') =>
      summarizeVerification(
        aFinding({ heads: { compared: 2, conflict: { head: SEEN, now }, earlierLedger: null } }),
      );
    expect([of('other').tone, of('other').title]).toEqual([
      'bad',
      'Rewritten since you last saw it',
    ]);
    const then =
      'On 20 Nov 2026, 14:05:09 WAT (13:05 UTC) this device saw 1,001 entries with the root abcd…fgh=.';
    expect(of('other').sentences[0]).toBe(`${then} The ledger now begins with different entries.`);
    expect(of('gone').sentences[0]).toBe(`${then} The ledger now has fewer entries.`);
  });

  it('reports a rewrite after a time-stamp', () => {
    const faults = [{ day: '2026-11-19', seq: 900, fault: 'rewritten' }] as const;
    const found = aFinding({ stamps: { fit: 3, authorities: ['a.example'], faults } });
    expect(summarizeVerification(found).title).toBe('Rewritten after it was time-stamped');
  });

  it.each([
    ['before-its-entry', 'bad', 'Dated after its time-stamp', /claims to be newer than that\.$/],
    ['other-content', 'warning', 'Intact, but a time-stamp doesn’t fit', /proves nothing about it/],
    ['unreadable', 'warning', 'Intact, but a time-stamp doesn’t fit', /doesn’t cover entry #900/],
  ] as const)('reports a time-stamp with fault %s', (fault, tone, title, sentence) => {
    const faults = [{ day: '2026-11-19', seq: 900, fault }];
    const summary = summarizeVerification(
      aFinding({ stamps: { fit: 3, authorities: ['a.example'], faults } }),
    );
    expect([summary.tone, summary.title]).toEqual([tone, title]);
    expect(summary.sentences[0]).toMatch(sentence);
  });

  it('reports that the site shows different figures', () => {
    const { standing } = aFinding().shown ?? { standing: null };
    const shown = { settled: 412, won: 390, agrees: false, standing };
    expect(summarizeVerification(aFinding({ shown })).sentences[0]).toMatch(
      'The site shows 390 won of 412 settled; the ledger says 380.',
    );
    expect(summarizeVerification(aFinding({ shown: { ...shown, won: 380 } })).sentences[0]).toMatch(
      /412 settled; the ledger agrees on the wins, but not on all other figures\.$/,
    );
  });

  it('reports back-dated entries before minor faults', () => {
    const faults = [
      { rule: 'late-miss', seq: 12, count: 1, reason: 'Late.' },
      { rule: 'back-dated', seq: 900, count: 3, reason: 'It claims to be older.' },
    ] as const;
    const { tone, title, sentences } = summarizeVerification(aFinding({ faults }));
    expect([tone, title]).toEqual(['bad', 'Back-dated: entry #900']);
    expect(sentences[0]).toBe('It claims to be older. And 2 more like it.');
    expect(sentences[1]).toMatch(/their times are false/);
  });

  it('warns of a fault that an outage could explain', () => {
    const faults = [{ rule: 'late-miss', seq: 12, count: 1, reason: 'Late.' }] as const;
    const { tone, title } = summarizeVerification(aFinding({ faults }));
    expect([tone, title]).toEqual([
      'warning',
      'Intact, but missed slots were recorded late: entry #12',
    ]);
  });

  it('says that an offline check used the downloaded copy', () => {
    const { sentences } = summarizeVerification(aFinding({ offlineSince: SEEN.seenAt }));
    expect(sentences[0]).toMatch(
      /^The ledger can’t be reached right now\. .* downloaded on 20 Nov 2026/,
    );
  });
});

describe('formatRates', () => {
  it('states that flat signals don’t count beside a coin’s rate', () => {
    const [firstEntry, ladder] = formatRates(aFinding().summary);
    expect(firstEntry?.basis).toBe(
      '95% interval 43.7 to 53.4, not counting flat signals · a coin wins 50',
    );
    expect(ladder?.basis).toMatch(/not counting flat signals · a coin wins 93\.8$/);
  });
});

describe('getVerificationFacts', () => {
  const getFact = (name: string, changes = {}) =>
    new Map(getVerificationFacts(aFinding(changes))).get(name);
  const noStamps = 'Not compared: the time-stamps can’t be loaded';

  it('counts unrevealed signals as lost and says so', () => {
    expect(getFact('Settled')).toBe('412: won 380, lost 29, break-even 3');
    const summary = { ...aFinding().summary, overdue: 2 };
    expect(getFact('Settled', { summary })).toMatch(/; 2 never revealed, counted as lost$/);
  });

  it('counts signals stamped before and after entry and names the authority', () => {
    expect(getFact('Stamped before entry')).toBe(
      '298 of 300 signals in the last 7 days; 2 were not, according to the site (stamps.example). The command below verifies this',
    );
    const allButOne = { days: 7, published: 300, before: 299, authorities: ['stamps.example'] };
    expect(getFact('Stamped before entry', { stamped: allButOne })).toMatch(/; 1 was not,/);
    const stamped = { days: 7, published: 300, before: 0, authorities: [] };
    expect(getFact('Stamped before entry', { stamped })).toBe('None in the last 7 days');
    expect(getFact('Stamped before entry', { stamped: null })).toBe(noStamps);
  });

  it('says if this browser can’t check the signature', () => {
    expect(getFact('Ledger root')).toBe('rOot');
    expect(getFact('Ledger root', { isSignatureChecked: false })).toBe(
      'rOot (this browser can’t check its signature)',
    );
  });

  it('lists every broken time rule with its entry', () => {
    expect(getFact('Times')).toBe('Every entry follows the time rules');
    const faults = [
      { rule: 'late-miss', seq: 12, count: 1, reason: '' },
      { rule: 'closed-while-open', seq: 900, count: 3, reason: '' },
    ] as const;
    const expected =
      'Missed slot recorded late: #12; Market recorded as closed while open: #900 and 2 more';
    expect(getFact('Times', { faults })).toBe(expected);
  });

  it('names what was not compared', () => {
    const none = 'Not compared: the site’s figures can’t be loaded';
    expect(getFact('Figures on the site', { shown: null })).toBe(none);
    expect(getFact('Time-stamps', { stamps: null })).toBe(noStamps);
    expect(getFact('Time-stamps')).toMatch(/signatures not checked here/);
  });

  it('mentions a different ledger served earlier', () => {
    const heads = { compared: 0, conflict: null, earlierLedger: SEEN };
    expect(getFact('Seen before', { heads })).toMatch(
      /A different ledger was served here on 20 Nov/,
    );
  });
});
