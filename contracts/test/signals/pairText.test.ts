import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PAIRS, formatPair } from '../../src/market/pairs';
import { parsePair, parseSide } from '../../src/signals/pairText';

describe('parsePair', () => {
  it.each([
    ['EURUSD', 'EURUSD'],
    ['eurusd', 'EURUSD'],
    ['EUR/USD', 'EURUSD'],
    ['EUR / USD', 'EURUSD'],
    ['EUR-USD', 'EURUSD'],
    ['EUR USD', 'EURUSD'],
    ['EUR_USD', 'EURUSD'],
    ['frxEURUSD', 'EURUSD'],
    ['OANDA:EURUSD', 'EURUSD'],
    ['FX:EURUSD', 'EURUSD'],
    ['FX_IDC:XAUUSD', 'XAUUSD'],
    ['EURUSDm', 'EURUSD'],
    ['XAUUSDm', 'XAUUSD'],
    ['EURUSD.r', 'EURUSD'],
    ['GBPUSD.pro', 'GBPUSD'],
    ['GBPUSD-ECN', 'GBPUSD'],
    ['USDJPY_i', 'USDJPY'],
    ['USDJPY#', 'USDJPY'],
    ['USDJPY+', 'USDJPY'],
    ['USDJPYmicro', 'USDJPY'],
    ['EURUSD=X', 'EURUSD'],
    ['GOLD', 'XAUUSD'],
    ['Gold', 'XAUUSD'],
    ['GOLDm', 'XAUUSD'],
    ['GOLD.r', 'XAUUSD'],
    ['GOLD/USD', 'XAUUSD'],
    ['\u202AEUR/USD\u202C', 'EURUSD'],
    ['ＥＵＲ／ＵＳＤ', 'EURUSD'],
  ])('reads %s as %s', (text, pair) => {
    expect(parsePair(text)).toBe(pair);
  });

  it.each([
    ['EURUSD_otc', 'EURUSD-OTC'],
    ['EUR/USD (OTC)', 'EURUSD-OTC'],
    ['EUR/USD OTC', 'EURUSD-OTC'],
    ['EURUSD-OTC', 'EURUSD-OTC'],
    ['EURUSDOTC', 'EURUSD-OTC'],
    ['eurusdotc', 'EURUSD-OTC'],
    ['OTC EUR/USD', 'EURUSD-OTC'],
    ['#EURUSD_otc', 'EURUSD-OTC'],
    ['Gold (OTC)', 'XAUUSD-OTC'],
  ])('reads %s as an OTC pair', (text, pair) => {
    expect(parsePair(text)).toBe(pair);
  });

  it.each([
    '',
    'EURO',
    'EUR',
    'NASDAQ',
    'US500',
    'EUREUR',
    'EURUSDJPY',
    'Symbol',
    'call',
    '1.0854',
  ])('rejects %j', (text) => {
    expect(parsePair(text)).toBeNull();
  });

  it('reads a pair’s label, and its name with broker prefixes and suffixes', () => {
    const around = fc.tuple(
      fc.constantFrom('', 'frx', 'OANDA:', 'FX:'),
      fc.constantFrom(...DEFAULT_PAIRS, 'EURUSD-OTC', 'XAUUSD-OTC'),
      fc.constantFrom('', 'm', '.r', '.pro'),
    );
    fc.assert(
      fc.property(around, ([prefix, pair, suffix]) => {
        expect(parsePair(formatPair(pair))).toBe(pair);
        const [name = '', otc] = pair.split('-');
        expect(parsePair(`${prefix}${name}${suffix}${otc ? ' OTC' : ''}`)).toBe(pair);
      }),
    );
  });
});

describe('parseSide', () => {
  it.each([
    ...['call', 'BUY', 'Long', 'Rise', 'Up', 'Higher', '▲', 'Buy market', 'Call ↑'].map(
      (text) => [text, 'CALL', null] as const,
    ),
    ...[
      'ALIŞ',
      'Yukarı',
      'YUKARI',
      'Haut',
      'Para cima',
      'Alcista',
      'Höher',
      'Steigt',
      'صعود',
      'Рост',
      'ALIM',
      'Altista',
      'À la hausse',
      'Al alza',
    ].map((text) => [text, 'CALL', null] as const),
    ...[
      'SATIŞ',
      'Aşağı',
      'AŞAĞI',
      'Bas',
      'Para baixo',
      'Bajista',
      'Tiefer',
      'Fällt',
      'هبوط',
      'Падение',
      'SATIM',
      'Baixista',
      'À la baisse',
      'A la baja',
      'BİNARY SHORT',
    ].map((text) => [text, 'PUT', null] as const),
    ...['🟢 BUY', 'B', 'Achat', 'Compra', 'Kauf', 'Покупка', 'Вверх', 'Beli', 'شراء'].map(
      (text) => [text, 'CALL', null] as const,
    ),
    ...['Put', 'sell', 'SHORT', 'Fall', 'down', 'Lower', '▼'].map(
      (text) => [text, 'PUT', null] as const,
    ),
    ...['🔴 SELL', 'S', 'Vente', 'Venda', 'Verkauf', 'Продажа', 'Вниз', 'Jual', 'بيع'].map(
      (text) => [text, 'PUT', null] as const,
    ),
    ['Entry long', 'CALL', 'entry'] as const,
    ['Exit long', 'CALL', 'exit'] as const,
    ['Entry Short', 'PUT', 'entry'] as const,
  ])('reads %s as %s', (text, direction, half) => {
    expect(parseSide(text)).toEqual({ direction, half });
  });

  it.each([
    '',
    'Won',
    'Lost',
    'balance',
    'in',
    'buy limit',
    'sell stop',
    'up and down',
    'taken',
    'para',
    'a la',
  ])('rejects %j', (text) => {
    expect(parseSide(text)).toBeNull();
  });
});
