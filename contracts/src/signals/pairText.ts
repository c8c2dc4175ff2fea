import type { Direction } from './signal';
import type { Pair } from '../market/pairs';

const CURRENCY_CODES = new Set(
  (
    'AED ARS AUD BDT BHD BRL CAD CHF CLP CNH CNY COP CZK DKK DZD EGP EUR GBP GHS HKD HUF IDR ILS INR JOD JPY KES ' +
    'KRW KWD LBP MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RUB SAR SEK SGD SYP THB TND TRY TWD UAH USD ' +
    'VND XOF XAF YER ZAR ZMW XAU XAG XPT XPD BTC ETH LTC XRP BCH BNB ADA SOL'
  ).split(' '),
);

const METALS: readonly (readonly [name: RegExp, code: string])[] = [
  [/^GOLD/, 'XAU'],
  [/^SILVER/, 'XAG'],
];

const PAIR_PREFIX = /^(?:[A-Z0-9_. ]+:|FRX|[#.])\s*/;

const OTC_MARK = /[\s_\-.(]*OTC\)?(?=$|[\s_\-.])|^OTC[\s_\-.]*/;

const PAIR_SUFFIX = /^(?:[._\-+#!^*=]{1,2}[A-Z0-9]{0,6}[+#!]?|[A-Z]{1,5})?$/;

function replaceMetalNames(text: string): string {
  for (const [name, code] of METALS) {
    if (!name.test(text)) continue;
    const remainder = text.replace(name, '');
    return /^[\s/_-]*USD/.test(remainder) ? code + remainder : `${code}USD${remainder}`;
  }
  return text;
}

/**
 * Accepts `eurusd`, `EUR / USD`, `frxEURUSD`, `OANDA:EURUSD`, `EURUSD.r` and `Gold`. `EURUSD_otc`
 * and `EUR/USD (OTC)` are the broker's own market. Null for anything else.
 */
export function parsePair(text: string): Pair | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toUpperCase();
  if (plain.length > 40) return null;
  const isOtc = OTC_MARK.test(plain);
  const normalized = replaceMetalNames(plain.replace(OTC_MARK, '').replace(PAIR_PREFIX, '').trim());
  const [, base = '', quote = '', rawSuffix = ''] =
    /^([A-Z]{3})[\s/_\-.|\\]*([A-Z]{3})(.*)$/.exec(normalized) ?? [];
  const suffix = rawSuffix.trim();
  if (!CURRENCY_CODES.has(base) || !CURRENCY_CODES.has(quote) || base === quote) return null;
  if (!PAIR_SUFFIX.test(suffix) || CURRENCY_CODES.has(suffix)) return null;
  return `${base}${quote}${isOtc ? '-OTC' : ''}`;
}

export interface TradeSide {
  readonly direction: Direction;
  readonly half: 'entry' | 'exit' | null;
}

/** English, then French, Portuguese and Spanish, German, Russian, Indonesian, Turkish, Arabic. */
const CALL_WORDS =
  'call calle buy bought long rise up higher above bull bullish alcista altista b c ' +
  'achat acheter haut hausse compra comprar acima cima alta alza arriba subir kauf kaufen hoch höher steigt steigend ' +
  'покупка купить вверх выше рост beli naik al alım alış yukarı شراء صعود';
const PUT_WORDS =
  'put pute sell sold short fall down lower below bear bearish bajista baixista s p ' +
  'vente vendre bas baisse venda venta vender abaixo baixo baixa baja abajo verkauf verkaufen runter tiefer fällt fallend ' +
  'продажа продать вниз ниже падение jual turun sat satım satış aşağı بيع هبوط';

/** Capitals such as `ALIŞ` lower-case to another i than the words above have. */
const foldDotlessI = (word: string): string => word.replaceAll('ı', 'i').replaceAll('\u0307', '');

const DIRECTION_WORDS = new Map<string, Direction>([
  ...CALL_WORDS.split(' ').map((word) => [foldDotlessI(word), 'CALL'] as const),
  ...PUT_WORDS.split(' ').map((word) => [foldDotlessI(word), 'PUT'] as const),
  ...['▲', '↑', '⬆', '🔼', '🟢'].map((sign) => [sign, 'CALL'] as const),
  ...['▼', '↓', '⬇', '🔽', '🔴'].map((sign) => [sign, 'PUT'] as const),
]);

const HALF_WORDS = new Map<string, 'entry' | 'exit'>([
  ...['entry', 'enter', 'in', 'open', 'opened'].map((word) => [word, 'entry'] as const),
  ...['exit', 'out', 'close', 'closed'].map((word) => [word, 'exit'] as const),
]);

const FILLER_WORDS = new Set(
  (
    'market order position trade option binary digital turbo deal instant execution at by the ' +
    'à a la en para'
  ).split(' '),
);

/**
 * Accepts `Call`, `buy`, `Entry long`, `▲ Up`. Null for anything else, including pending orders.
 */
export function parseSide(text: string): TradeSide | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\uFE0F]/gu, '')
    .toLowerCase();
  const words = foldDotlessI(plain).match(/[\p{L}]+|\p{S}/gu);
  if (!words || words.length > 5) return null;
  const directions = new Set(words.flatMap((word) => DIRECTION_WORDS.get(word) ?? []));
  const [direction, secondDirection] = directions;
  const halves = new Set(words.flatMap((word) => HALF_WORDS.get(word) ?? []));
  const isPlain = words.every(
    (word) => DIRECTION_WORDS.has(word) || HALF_WORDS.has(word) || FILLER_WORDS.has(word),
  );
  if (direction === undefined || secondDirection !== undefined || halves.size > 1 || !isPlain)
    return null;
  const [half = null] = halves;
  return { direction, half };
}
