import { decimalText, timeText, zonedClock, zonedTime } from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPrice, pairLabel } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import {
  type Audience,
  ENTER_NOW_MS,
  isDemonstration,
  type Signal,
} from '@quantalgo/contracts/signals/signal';
import { VERDICT_TEXT, verdictOf, type VerdictName } from '@quantalgo/contracts/signals/verdict';
import {
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  LOSS_TEXT,
  outcomeText,
  SOURCE_TEXT,
} from '@quantalgo/contracts/signals/words';
import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';

export type ChannelName = (typeof TELEGRAM_CHANNELS)[number];

/** The channels that a signal is posted in. */
export const channelsFor = (audience: Audience): readonly ChannelName[] =>
  audience === 'basic' ? TELEGRAM_CHANNELS : ['essential'];

/** Most characters of a message, by https://core.telegram.org/bots/api#sendmessage. */
export const MAX_MESSAGE_LENGTH = 4096;

/** The most that is shown of a reason, and of reasons: strategies give one or two short ones. */
const REASON_SHOWN = 120;
const REASONS_SHOWN = 3;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for a message in Telegram's HTML, https://core.telegram.org/bots/api#html-style. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** A post in a channel, in Telegram's HTML. */
export interface ChannelPost {
  readonly text: string;
  /** Whether it arrives without a sound. */
  readonly silent: boolean;
}

type Posted = Omit<Signal, 'salt'>;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The first line: the verdict, or what has happened since. */
function headline({ pair, direction, entered, settlement }: Posted, verdict: VerdictName): string {
  const what = `${pairLabel(pair)} ${direction}`;
  if (settlement) return `${what}: ${lowerFirst(outcomeText(settlement))}`;
  return `${entered === false ? 'No go' : VERDICT_TEXT[verdict]}: ${what}`;
}

/** The worst price at which entering makes sense. */
const priceLimit = ({ pair, direction, worstPrice }: Posted): string =>
  `not ${direction === 'CALL' ? 'above' : 'below'} ${formatPrice(pair, worstPrice)}`;

/** What a member does now, or could have done. */
function entryLines(signal: Posted, verdict: VerdictName): string[] {
  const { entered, expiresAt, settlement } = signal;
  const entry = zonedTime(expiresAt, WAT);
  const said = `Before the entry we said: ${VERDICT_TEXT[verdict]}.`;
  if (settlement) {
    const noGo = entered === false ? ' It was a no go: not to be entered.' : '';
    return [`Its entry was at ${entry}.${noGo}`, said];
  }
  if (entered === false) return [`Do not enter at ${entry}.`, said];
  if (entered === undefined) return [`Enter at ${entry}, ${priceLimit(signal)}.`];
  const until = zonedClock(expiresAt + ENTER_NOW_MS, WAT);
  return [`Go: entry at ${entry} until ${until}, ${priceLimit(signal)}.`];
}

/** When each level is entered. */
const levelsLine = ({ expiresAt }: Posted): string =>
  `Levels (${WAT.label(expiresAt)}): ${LEVELS.map(
    (level) => `${level} at ${timeText(expiresAt + SLOT_MS * level, WAT)}`,
  ).join(' · ')}`;

/** The signal's odds beside those of a coin, and the payout that they are judged at. */
function oddsLines({ confidence, firstEntry, ...rest }: Posted): string[] {
  const { payout, needed } = verdictOf({ confidence, firstEntry, ...rest });
  const { value, low, high } = firstEntry;
  return [
    `First entry ${decimalText(value)} % (${decimalText(low)} – ${decimalText(high)}). A coin flip: 50 %; break-even at ${Math.round(payout * 100)} % payout: ${decimalText(needed)} %.`,
    `Within ${LEVEL_COUNT} levels ${decimalText(confidence.value)} %. A coin flip: ${COIN_WINS_TEXT} %; losing all levels costs ${LOSS_TEXT} first stakes.`,
  ];
}

const reasonLines = ({ reasons }: Posted): string[] =>
  reasons
    .slice(0, REASONS_SHOWN)
    .map((reason) => `• ${Array.from(reason).slice(0, REASON_SHOWN).join('')}`);

/**
 * The post of a signal as it stands: announced, confirmed, or settled. It depends on the signal alone, so that a post is
 * edited only where it says something else. One for paper only comes silent. Its salt stays out: it is the seal's.
 * @param siteUrl origin of the site
 */
export function postOf(signal: Posted, siteUrl: string): ChannelPost {
  const verdict = verdictOf(signal).name;
  const { entered, settlement, source, ledgerSeq, id } = signal;
  const lines = [
    ...entryLines(signal, verdict),
    ...(settlement || entered === false ? [] : [levelsLine(signal)]),
    '',
    ...oddsLines(signal),
    ...reasonLines(signal),
    '',
    ...(isDemonstration(source) ? [`Demonstration: ${SOURCE_TEXT[source]}.`] : []),
    `Sealed as entry ${ledgerSeq} of the public log.`,
  ].map(escapeHtml);
  const link = `<a href="${escapeHtml(`${siteUrl}${signalPath(id)}`)}">This signal in the app</a>`;
  const title = `<b>${escapeHtml(headline(signal, verdict))}</b>`;
  return { text: [title, ...lines, link].join('\n'), silent: verdict === 'paper' };
}
