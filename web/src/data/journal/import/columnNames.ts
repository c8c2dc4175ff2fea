/** Exports often lack accents, and Turkish capitals lose or gain a dot in lower case. */
export const stripAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** `openTime` and `open_time` are two words. */
export const splitWords = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll('_', ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

const COMPOUND = new RegExp(
  stripAccents(
    '(?<!\\p{L})(open|close|entry|exit|start|end|(?:er)?öffnungs|schluss|schlie(?:ß|ss)ungs|einstiegs|ausstiegs|ablauf)' +
      '(?=(?:time|date|price|rate|zeit|datum|preis|kurs)(?!\\p{L}))',
  ),
  'gu',
);

/** Strips zones: `Time (UTC+3)`. */
export const toPlainName = (name: string): string =>
  stripAccents(splitWords(name))
    .toLowerCase()
    .replace(COMPOUND, '$1 ')
    .replace(/\((?:utc|gmt)[^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}%#]+/gu, ' ')
    .trim();

export const toWordPattern = (words: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${stripAccents(words).replaceAll(' ', '|')})(?![\\p{L}\\p{N}])`,
    'u',
  );

export const TIME_NAME = toWordPattern(
  'time date datetime timestamp opened open(?:ed)?\\sat entered ' +
    'datum uhrzeit zeit heure fecha hora data horário дата время waktu tanggal ' +
    'ora orario zaman\\w* tarih\\w* saat\\w* czas godzina',
);
export const OPEN_NAME = toWordPattern(
  'open opened opening entry entered start purchase buy ' +
    'ouverture apertura abertura (?:er)?öffnungs? einstiegs? открыти[ея] ' +
    'açılış\\w* pembukaan buka otwarcia entrada entrée giriş\\w* входа?',
);
export const CLOSE_NAME = toWordPattern(
  'close closed closing exit expiry expiration expire[sd]? end sell settle\\w* ' +
    'fermeture clôture cierre fechamento schluss schlie(?:ß|ss)ungs? ausstiegs? ablauf закрыти[ея] ' +
    'chiusura kapanış\\w* penutupan tutup zamknięcia salida saída sortie çıkış\\w* выхода? ' +
    'échéance vencimiento vencimento scadenza истечени[ея]',
);
export const PAIR_NAME = toWordPattern(
  'pair asset symbol instrument item market ticker underlying currency ' +
    'paire actif par activo ativo símbolo paar актив пара инструмент aset ' +
    'symbole simbolo sembol simbol символ strumento varlık parite pasangan basiswert währungspaar',
);
export const SIDE_NAME = toWordPattern(
  'direction side type action call\\sput buy\\ssell position prediction ' +
    'sens richtung dirección direção tipo направление тип arah ' +
    'typ tipe tür yön direzione kierunek',
);
/** English prices are listed below, because “buy price” and “sell price” may each be the entry. */
export const PRICE_NAME = toWordPattern(
  'preis kurs prix cours precio preço prezzo fiyat\\w* harga cena цена курс',
);

const QUANTITY_NAMES = [
  'quantity',
  'menge',
  'quantité',
  'quantità',
  'cantidad',
  'quantidade',
  'количество',
  'miktar',
  'ilość',
] as const;

export const COLUMN_NAMES = {
  stake: [
    'stake',
    'investment amount',
    'amount invested',
    'stake amount',
    'bet amount',
    'investment',
    'invested',
    'invest',
    'amount',
    'bet',
    'wager',
    'einsatz',
    'betrag',
    'mise',
    'montant',
    'importe',
    'monto',
    'inversión',
    'valor',
    'investimento',
    'aposta',
    'сумма',
    'ставка',
    'jumlah',
  ],
  price: [
    'open price',
    'entry price',
    'opening price',
    'open rate',
    'open quote',
    'entry quote',
    'opening quote',
    'strike price',
    'strike',
    'entry spot',
    'start price',
    'price open',
    'price',
    'preis',
    'kurs',
    'prix',
    'cours',
    'precio',
    'preço',
    'prezzo',
    'fiyat',
    'harga',
    'cena',
    'цена',
    'курс',
    'entry',
    'open',
  ],
  close: [
    'close price',
    'exit price',
    'closing price',
    'close rate',
    'close quote',
    'closing quote',
    'exit quote',
    'exit spot',
    'end price',
    'expiry price',
    'expiration price',
    'price close',
    'close',
    'exit',
  ],
  payout: [
    'payout %',
    'payout',
    'payout rate',
    'payout percent',
    'profit %',
    'return %',
    '% profit',
  ],
  what: ['what', 'what you did', 'status'],
  level: ['level', 'martingale', 'martingale level', 'step'],
  broker: ['broker'],
  note: ['note', 'notes', 'comment', 'comments'],
  tags: ['tags'],
  ticket: [
    'ticket',
    'trade #',
    'trade id',
    'trade no',
    'trade number',
    'order id',
    'deal id',
    'option id',
    'transaction id',
    'position id',
    'ref id',
    'id',
    'order',
    'deal',
    'position',
    'trade',
    '#',
  ],
  volume: [
    'volume',
    'volumen',
    'wolumen',
    'объем',
    'hacim',
    'lots',
    'lot',
    'lotes',
    'lote',
    'lotti',
    'lotto',
    'лоты',
    'лот',
    'size',
    'position size qty',
    'qty',
    ...QUANTITY_NAMES,
    'trade amount',
  ],
} as const;

/** These may contain lots or dollars. They are the stake only if the table names the currency. */
export const STAKE_OR_VOLUME = ['trade amount', 'size', ...QUANTITY_NAMES];
