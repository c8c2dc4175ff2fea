import {
  formatDecimal,
  formatTime,
  formatZonedClock,
  formatZonedTime,
  formatClock,
  lowercaseFirst,
} from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPrice, formatPair } from '@quantalgo/contracts/market/pairs';
import { listMartingaleLevels } from '@quantalgo/contracts/signals/ladder';
import {
  type Audience,
  getEntryTime,
  isDemonstration,
  type Signal,
} from '@quantalgo/contracts/signals/signal';
import { formatResult } from '@quantalgo/contracts/signals/stateText';
import { getVerdict, isPaperOnly, type VerdictName } from '@quantalgo/contracts/signals/verdict';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import {
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  LOSS_TEXT,
  SOURCE_TEXT,
} from '@quantalgo/contracts/signals/words';
import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';

export type ChannelName = (typeof TELEGRAM_CHANNELS)[number];

export const getChannels = (audience: Audience): readonly ChannelName[] =>
  audience === 'basic' ? TELEGRAM_CHANNELS : ['essential'];

/** Source: https://core.telegram.org/bots/api#sendmessage */
export const MAX_MESSAGE_LENGTH = 4096;

// Strategies give one or two short reasons.
const MAX_REASON_LENGTH = 120;
const MAX_REASONS = 3;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** For Telegram's HTML, https://core.telegram.org/bots/api#html-style. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

export interface ChannelPost {
  readonly text: string;
  readonly silent: boolean;
}

type PostedSignal = Omit<Signal, 'salt'>;

function formatHeadline(
  { pair, direction, entered, settlement }: PostedSignal,
  verdict: VerdictName,
): string {
  const title = `${formatPair(pair)} ${direction}`;
  if (settlement) return `${title}: ${lowercaseFirst(formatResult(settlement, entered !== false))}`;
  return `${entered === false ? 'Do nothing' : VERDICT_TEXT[verdict]}: ${title}`;
}

const formatPriceLimit = ({ pair, direction, worstPrice }: PostedSignal): string =>
  `not ${direction === 'CALL' ? 'above' : 'below'} ${formatPrice(pair, worstPrice)}`;

function formatEntry(signal: PostedSignal, verdict: VerdictName): string[] {
  const { entered, expiresAt, settlement } = signal;
  const entryTime = getEntryTime(signal);
  const entry = formatZonedTime(entryTime, WAT);
  const verdictLine = `Before the entry we said: ${VERDICT_TEXT[verdict]}.`;
  if (settlement) {
    const noGo = entered === false ? ' It was a no-go: nobody could enter.' : '';
    return [`Its entry was at ${entry}.${noGo}`, verdictLine];
  }
  if (entered === false) return [`No-go at ${entry}. Nobody should enter.`, verdictLine];
  const entryWindow = `${formatClock(entryTime, WAT)}–${formatZonedClock(expiresAt, WAT)}`;
  const tradeEnd = formatTime(entryTime + SLOT_MS, WAT);
  return [
    `${entered === true ? 'Go. Enter now' : 'Enter'}: ${entryWindow}, ${formatPriceLimit(signal)}.`,
    `Trade ends ${tradeEnd}.`,
  ];
}

const formatLevels = ({ createdAt }: PostedSignal): string =>
  `Levels (${WAT.label(createdAt)}): ${listMartingaleLevels(createdAt)
    .map(({ level, entryTime }) => `${level} at ${formatTime(entryTime, WAT)}`)
    .join(' · ')}`;

function formatOdds({ confidence, firstEntry, ...otherFields }: PostedSignal): string[] {
  const { payout, needed } = getVerdict({ confidence, firstEntry, ...otherFields });
  const { value, low, high } = firstEntry;
  return [
    `First entry ${formatDecimal(value)}% (${formatDecimal(low)} – ${formatDecimal(high)}). A coin flip: 50%; break-even at ${Math.round(payout * 100)}% payout: ${formatDecimal(needed)}%.`,
    `Within ${LEVEL_COUNT} levels ${formatDecimal(confidence.value)}%. A coin flip: ${COIN_WINS_TEXT}%; losing all levels costs ${LOSS_TEXT} first stakes.`,
  ];
}

const formatReasons = ({ reasons }: PostedSignal): string[] =>
  reasons
    .slice(0, MAX_REASONS)
    .map((reason) => `• ${Array.from(reason).slice(0, MAX_REASON_LENGTH).join('')}`);

/**
 * Depends only on the signal, so that a post is edited only if its text changes. Excludes the
 * seal's salt.
 */
export function formatPost(signal: PostedSignal, siteUrl: string): ChannelPost {
  const verdict = getVerdict(signal).name;
  const { entered, settlement, source, ledgerSeq, id } = signal;
  const lines = [
    ...formatEntry(signal, verdict),
    ...(settlement || entered === false ? [] : [formatLevels(signal)]),
    '',
    ...formatOdds(signal),
    ...formatReasons(signal),
    '',
    ...(isDemonstration(source) ? [`Demonstration: ${SOURCE_TEXT[source]}.`] : []),
    `Sealed as entry ${ledgerSeq} of the public log.`,
  ].map(escapeHtml);
  const link = `<a href="${escapeHtml(`${siteUrl}${signalPath(id)}`)}">View this signal in the app</a>`;
  const title = `<b>${escapeHtml(formatHeadline(signal, verdict))}</b>`;
  return { text: [title, ...lines, link].join('\n'), silent: isPaperOnly(verdict) };
}
