import { type Configuration, createConfiguration } from '@quantalgo/contracts/bots/configuration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBotForm, toFormTexts } from '../../src/screens/bots/formText';

const hour = fc.integer({ min: 0, max: 24 });

const hours = fc.record({ from: hour, to: hour }).filter(({ from, to }) => from % 24 !== to % 24);

const bot = (own: Configuration['hours']) => ({ ...createConfiguration(0), hours: own });

describe('bot hours', () => {
  it('are stored in UTC and entered in the member’s time zone', () => {
    const texts = { ...toFormTexts(bot(null), 1), from: '8', to: '17' };
    expect(parseBotForm(bot(null), texts, 1).configuration?.hours).toEqual({ from: 7, to: 16 });
    expect(toFormTexts(bot({ from: 7, to: 16 }), 1)).toMatchObject({ from: '8', to: '17' });
  });

  it('may cross midnight in either zone', () => {
    expect(toFormTexts(bot({ from: 23, to: 2 }), 1)).toMatchObject({ from: '0', to: '3' });
    const texts = { ...toFormTexts(bot(null), -5), from: '20', to: '1' };
    expect(parseBotForm(bot(null), texts, -5).configuration?.hours).toEqual({ from: 1, to: 6 });
  });

  it('round-trip in every whole-hour time zone', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: -12, max: 14 }), (own, ahead) => {
        const again = parseBotForm(bot(own), toFormTexts(bot(own), ahead), ahead).configuration
          ?.hours;
        expect([again?.from, again?.to].map((one) => (one ?? 0) % 24)).toEqual([
          own.from % 24,
          own.to % 24,
        ]);
      }),
    );
  });

  it.each(['25', '-1', '8.5', 'eight'])('rejects %s and names the valid range', (from) => {
    const texts = { ...toFormTexts(bot(null), 1), from, to: '3' };
    expect(parseBotForm(bot(null), texts, 1)).toMatchObject({
      configuration: null,
      problems: { hours: 'Enter two different whole hours from 0 to 24' },
    });
  });
});

describe('bot amounts', () => {
  it('accept common number formats', () => {
    const texts = {
      ...toFormTexts(bot(null), 0),
      balance: '$10,000.00',
      size: '12,50',
      stopLoss: '1 000',
      payout: '82,5 %',
    };
    expect(parseBotForm(bot(null), texts, 0).configuration).toMatchObject({
      balance: 1_000_000,
      stake: { kind: 'fixed', cents: 1250 },
      stopLoss: 100_000,
      payout: 0.825,
    });
  });

  it.each(['2%', '2％', '2٪', '٢٪'])('read %s as a share of the balance', (size) => {
    const texts = { ...toFormTexts(bot(null), 0), size };
    expect(parseBotForm(bot(null), texts, 0)).toMatchObject({
      configuration: { stake: { kind: 'percent', hundredths: 200 } },
      problems: {},
    });
  });

  it('reject ambiguous amounts and other currencies', () => {
    const texts = {
      ...toFormTexts(bot(null), 0),
      balance: '10,000',
      size: '1,000',
      stopLoss: '€50',
    };
    expect(parseBotForm(bot(null), texts, 0)).toEqual({
      configuration: null,
      problems: {
        balance: 'Is this 10000 or 10? Write 10000 or 10.00.',
        stake: 'Is this 1000 or 1? Write 1000 or 1.00.',
        stopLoss: 'Enter the amount in US dollars',
      },
    });
  });

  it('may be a percentage of the balance', () => {
    const texts = { ...toFormTexts(bot(null), 0), size: '2,5 %' };
    expect(parseBotForm(bot(null), texts, 0).configuration?.stake).toEqual({
      kind: 'percent',
      hundredths: 250,
    });
  });
});
