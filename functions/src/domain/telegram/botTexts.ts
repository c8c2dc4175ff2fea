import { getEffectiveTier, TIER_NAMES, type Access } from '@quantalgo/contracts/access/access';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
} from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { computeMovedWinRate, type Performance } from '@quantalgo/contracts/signals/figures';
import { computeMovedRate } from '@quantalgo/contracts/signals/sentence';
import { isDemonstration, type Probability } from '@quantalgo/contracts/signals/signal';
import { COIN_WINS_TEXT, LEVEL_COUNT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { TELEGRAM_CODE_TTL_MS } from '@quantalgo/contracts/telegram/endpoints';
import { type ChannelName, escapeHtml } from './telegram';

/* The bot's messages, in Telegram's HTML. */

/** `access` is null for deleted and blocked members. */
export function getAccessChannel(access: Access | null): ChannelName | null {
  const tier = access ? getEffectiveTier(access) : 'guest';
  return tier === 'guest' ? null : tier;
}

const formatLink = (siteUrl: string, path: string, label: string): string =>
  `<a href="${escapeHtml(`${siteUrl}${path}`)}">${escapeHtml(label)}</a>`;

export const formatLinkHelp = (siteUrl: string): string =>
  [
    'This chat is not linked to an account.',
    `Open ${formatLink(siteUrl, `${PATHS.settings}#telegram`, 'Account Hub')}, go to “Telegram”, and follow the link there.`,
    '/record shows the signals’ results, and /verify shows how to check them.',
  ].join('\n');

export const LINKED = [
  '<b>This chat is linked.</b>',
  'If your dashboard is unlocked, you’ll get an invitation to your tier’s channel.',
  '/record shows the signals’ results, /verify shows how to check them, and /stop unlinks this chat.',
].join('\n');

export const ALREADY_LINKED =
  'This chat is already linked. Use /record or /verify, or /stop to unlink it.';

export const WRONG_CODE = `This code is wrong, was already used, or is older than ${formatDuration(TELEGRAM_CODE_TTL_MS)}. Get a new one in Account Hub.`;

export const OTHER_CHAT_LINKED =
  'Your account is linked to another chat. Unlink that one in Account Hub first, then get a new code.';

/** A chat never loses its account without a request from the chat. */
export const OTHER_ACCOUNT_LINKED =
  'This chat is linked to another account. Use /stop to unlink it, then send the code again.';

export const formatUnlinked = (siteUrl: string): string =>
  [
    'This chat was unlinked from its account, and you were removed from the channel.',
    `If that was not you, set a new password. To link it again, open ${formatLink(siteUrl, `${PATHS.settings}#telegram`, 'Account Hub')}.`,
  ].join('\n');

export const STOPPED =
  'This chat is unlinked, and you have left the channel. You won’t get messages here any more. Your account is unchanged.';

export function formatChannelChange(
  channel: ChannelName | null,
  { invitation, siteUrl }: { readonly invitation: string | null; readonly siteUrl: string },
): string {
  if (channel === null)
    return `Your dashboard is locked, and you were removed from the channel. ${formatLink(siteUrl, PATHS.dashboard, 'Open the dashboard')} to see why.`;
  const name = `${TIER_NAMES[channel]} channel`;
  return invitation === null
    ? `You now have access to the ${name}.`
    : `You now have access to the ${name}. <a href="${escapeHtml(invitation)}">Request to join</a>, and you’ll be admitted at once. The invitation is valid for a day.`;
}

export const formatNotAdmitted = (siteUrl: string): string =>
  [
    'Access to this channel depends on the tier of the account linked to your chat.',
    formatLinkHelp(siteUrl),
  ].join('\n');

const formatRate = (rate: Probability | null): string =>
  rate === null ? formatPercent(null) : `${formatPercent(rate.value)} (${formatInterval(rate)})`;

/** @param needed win rate of first entries, in percent, that breaks even at the stated payout */
export function formatRecordMessage(figures: Performance, needed: number, siteUrl: string): string {
  const { totalSignals, wonSignals, lostSignals, breakEvenSignals, missedSlots, source } = figures;
  const counts = `${formatCount(totalSignals)} settled: ${formatCount(wonSignals)} won, ${formatCount(lostSignals)} lost, ${formatCount(breakEvenSignals)} break-even; ${formatCount(missedSlots)} slots missed.`;
  const lines = [
    counts,
    `First entry ${formatRate(computeMovedRate(figures))}. A coin flip: 50%; break-even at the stated payout: ${formatDecimal(needed)}%.`,
    `Within ${LEVEL_COUNT} levels ${formatRate(computeMovedWinRate(figures))}. A coin flip: ${COIN_WINS_TEXT}%. Rates don’t count break-evens.`,
    ...(isDemonstration(source) ? [`Demonstration: ${SOURCE_TEXT[source]}.`] : []),
  ].map(escapeHtml);
  return [
    '<b>The record</b>',
    ...lines,
    formatLink(siteUrl, PATHS.verify, 'Check it yourself'),
  ].join('\n');
}

export function formatVerifyHelp(
  log: { readonly size: number; readonly root: string } | null,
  siteUrl: string,
): string {
  const verifyLink = formatLink(siteUrl, PATHS.verify, 'Check it yourself');
  if (!log) return `The public log is catching up. ${verifyLink} in a minute.`;
  return [
    '<b>The public log</b>',
    `${formatCount(log.size)} entries, and none can be changed without changing this root:`,
    escapeHtml(log.root),
    `${verifyLink}, without trusting us.`,
  ].join('\n');
}
