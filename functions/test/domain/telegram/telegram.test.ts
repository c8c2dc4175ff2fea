import { slotId } from '@quantalgo/contracts/core/slots';
import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { AUDIENCES, type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRecordMessage } from '../../../src/domain/telegram/botTexts';
import {
  getChannels,
  escapeHtml,
  MAX_MESSAGE_LENGTH,
  formatPost,
} from '../../../src/domain/telegram/telegram';
import { signalDocument, wonAtLevel1 } from '../../server/signals/signalDocuments';

const SITE = 'https://quantalgo.example';
const NOON = Date.parse('2026-11-20T11:00:00Z');

const probability = (low: number, high: number) => ({ value: (low + high) / 2, low, high });

const signal = (fields: Partial<Signal> = {}): Signal => ({
  ...signalDocumentSchema.parse(signalDocument(NOON, 'basic')),
  ...fields,
});

const settled = signalDocumentSchema.parse({
  ...signalDocument(NOON, 'basic'),
  settlement: wonAtLevel1(NOON),
});

const getLines = (published: Signal) => formatPost(published, SITE).text.split('\n');

describe('channel post', () => {
  it('starts with the verdict, followed by entry window, price limit and levels', () => {
    const lines = getLines(signal({ firstEntry: probability(60, 64) }));
    expect(lines[0]).toBe('<b>Pays: EUR/USD CALL</b>');
    expect(lines[1]).toBe('Enter: 12:05:00–12:05:30 WAT, not above 1.08530.');
    expect(lines[2]).toBe('Trade ends 12:10.');
    expect(lines[3]).toBe('Levels (WAT): 0 at 12:05 · 1 at 12:10 · 2 at 12:15 · 3 at 12:20');
  });

  it('is silent only for a paper-only signal', () => {
    const paper = signal({ firstEntry: probability(40, 42), confidence: probability(80, 82) });
    expect(getLines(paper)[0]).toBe('<b>Paper only: EUR/USD CALL</b>');
    expect(formatPost(paper, SITE).silent).toBe(true);
    expect(formatPost(signal({ firstEntry: probability(60, 64) }), SITE).silent).toBe(false);
  });

  it('shows go with price limit and entry window once confirmed', () => {
    expect(getLines(signal({ entered: true }))[1]).toBe(
      'Go. Enter now: 12:05:00–12:05:30 WAT, not above 1.08530.',
    );
  });

  it('starts with “Do nothing” if the entry is rejected', () => {
    const lines = getLines(signal({ entered: false, direction: 'PUT' }));
    expect(lines.slice(0, 2)).toEqual([
      '<b>Do nothing: EUR/USD PUT</b>',
      'No-go at 12:05 WAT. Nobody should enter.',
    ]);
    expect(lines.join()).not.toContain('Levels');
  });

  it('shows the outcome, the entry decision and the earlier verdict', () => {
    const lines = getLines({ ...settled, entered: false });
    expect(lines.slice(0, 3)).toEqual([
      '<b>EUR/USD CALL: would have won</b>',
      'Its entry was at 12:05 WAT. It was a no-go: nobody could enter.',
      expect.stringMatching(/^Before the entry we said: (Pays|Not enough results|Paper only)\.$/),
    ]);
  });

  it('is marked as a demonstration only if its prices are simulated', () => {
    expect(formatPost(signal(), SITE).text).toContain('Demonstration: simulated prices.');
    expect(formatPost(signal({ source: 'twelvedata' }), SITE).text).not.toContain('Demonstration');
  });

  it('compares the odds with a coin flip, states the cost of losing and links to the signal', () => {
    const { text } = formatPost(signal(), SITE);
    expect(text).toContain('A coin flip: 93.8%; losing all levels costs 18.7 first stakes.');
    expect(text).toContain(`<a href="${SITE}/dashboard/signals/${slotId(NOON)}">`);
  });

  it('never contains the salt', () => {
    expect(formatPost(signal(), SITE).text).not.toContain('a'.repeat(64));
  });

  it('stays within Telegram’s length limit and has only our own tags', () => {
    const reason = fc.string({ unit: 'grapheme', maxLength: 3000 });
    const arbitraryFields = fc.record({
      reasons: fc.array(fc.oneof(reason, fc.constantFrom('<b>&"<script>', '"'.repeat(900))), {
        maxLength: 30,
      }),
      entered: fc.constantFrom(true, false),
      entryPrice: fc.double({ noNaN: true }),
      worstPrice: fc.double({ noNaN: true }),
      ledgerSeq: fc.nat(),
      settlement: fc.constantFrom(null, settled.settlement),
    });
    fc.assert(
      fc.property(arbitraryFields, (fields) => {
        const { text } = formatPost(signal(fields), SITE);
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
        const bare = text.replace(/<\/?b>|<a href="[^"<>]*">|<\/a>|&(amp|lt|gt|quot);/g, '');
        expect(bare).not.toMatch(/[<>&]/);
      }),
    );
  });
});

describe('escapeHtml', () => {
  it('is reversed by resolving the entities', () => {
    const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
    const resolved = (html: string) =>
      html.replace(
        /&(amp|lt|gt|quot);/g,
        (entity) => new Map(Object.entries(entities)).get(entity) ?? '',
      );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(resolved(escapeHtml(text))).toBe(text);
      }),
    );
  });
});

describe('Telegram channels', () => {
  it('get the signals for their tier', () => {
    expect(AUDIENCES.map((audience) => getChannels(audience))).toEqual([
      ['starter', 'essential'],
      ['essential'],
    ]);
  });
});

describe('the record in a chat', () => {
  it('compares only the signals that moved with a coin flip', () => {
    const counts = { settled: 287, won: 258, lost: 24, breakEven: 5, firstEntryWon: 141 };
    const performance = toPerformance({
      ...EMPTY_PERFORMANCE_COUNTERS,
      ...counts,
      source: 'twelvedata',
    });
    const text = formatRecordMessage(performance, 55.6, SITE);
    expect(text).toContain('First entry 50.0% (');
    expect(text).toContain('Within four levels 91.5% (');
    expect(text).toContain('Rates don’t count break-evens.');
  });
});
