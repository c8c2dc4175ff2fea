import { findCode } from '@quantalgo/contracts/core/findCode';
import { LONG_CODE_LENGTH } from '@quantalgo/contracts/core/validation';
import { toPerformance, EMPTY_PERFORMANCE_COUNTERS } from '@quantalgo/contracts/record/performance';
import { computeBreakEven } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import type { Source } from '@quantalgo/contracts/signals/signal';
import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';
import type { Firestore } from 'firebase-admin/firestore';
import type { Api, Bot, Context } from 'grammy';
import type { ChannelName } from '../../domain/telegram/telegram';
import {
  ALREADY_LINKED,
  formatLinkHelp,
  LINKED,
  formatNotAdmitted,
  OTHER_ACCOUNT_LINKED,
  OTHER_CHAT_LINKED,
  formatRecordMessage,
  STOPPED,
  formatVerifyHelp,
  WRONG_CODE,
} from '../../domain/telegram/botTexts';
import type { Clock } from '../core/clock';
import type { Limiter } from '../core/rateLimiter';
import type { Digester } from '../core/secrets';
import { readNewestCheckpoint } from '../record/log';
import { readPerformance } from '../record/signals';
import { tryCall, type BotSettings, createBotOptions, sendSilentMessage } from './api';
import { removeFromChannel } from './members';
import {
  readChatChannel,
  isChatLinked,
  linkChat,
  type LinkResult,
  unlinkChat,
} from '../auth/telegramChats';

export interface BotDeps {
  readonly firestore: Firestore;
  readonly clock: Clock;
  readonly secrets: Digester;
  readonly limiter: Limiter;
  readonly source: Source;
  readonly siteUrl: string;
  readonly channels: Readonly<Record<ChannelName, string>>;
}

const LINK_TEXTS: Readonly<Record<Exclude<LinkResult, 'wrong code'>, string>> = {
  linked: LINKED,
  'other chat': OTHER_CHAT_LINKED,
  'other account': OTHER_ACCOUNT_LINKED,
};

async function answerStart(deps: BotDeps, chat: string, input: string): Promise<string> {
  const { clock, firestore, siteUrl } = deps;
  const code = findCode(input, { length: LONG_CODE_LENGTH });
  const result = code === '' ? 'wrong code' : await linkChat(deps, { code, chat }, clock());
  if (result !== 'wrong code') return LINK_TEXTS[result];
  // Telegram repeats unanswered updates, and by then their code has been used.
  if (await isChatLinked(firestore, chat)) return ALREADY_LINKED;
  return code === '' ? formatLinkHelp(siteUrl) : WRONG_CODE;
}

async function answerRecord({ firestore, siteUrl, source }: BotDeps): Promise<string> {
  const counters = await readPerformance(firestore);
  const figures = toPerformance(counters ?? { ...EMPTY_PERFORMANCE_COUNTERS, source });
  return formatRecordMessage(figures, computeBreakEven(STATED_PAYOUT).firstEntry, siteUrl);
}

async function answerVerify({ firestore, siteUrl }: BotDeps): Promise<string> {
  return formatVerifyHelp((await readNewestCheckpoint(firestore)).ledger, siteUrl);
}

async function answerStop({ clock, firestore }: BotDeps, chat: string): Promise<string> {
  await unlinkChat(firestore, chat, clock());
  return STOPPED;
}

/** Ignores groups. */
async function replyPrivately(
  deps: BotDeps,
  { api, chat }: Context,
  answer: (chat: string) => Promise<string>,
): Promise<void> {
  if (chat?.type !== 'private') return;
  const id = String(chat.id);
  if (!(await deps.limiter.take('chatTelegram', id)).allowed) return;
  await sendSilentMessage(api, id, await answer(id));
}

const findChannel = ({ channels }: BotDeps, chat: number): ChannelName | undefined =>
  TELEGRAM_CHANNELS.find((name) => channels[name] === String(chat));

/** A retry would fail, too. */
const FINAL_PROBLEM_PATTERN =
  /USER_ALREADY_PARTICIPANT|HIDE_REQUESTER_MISSING|USER_CHANNELS_TOO_MUCH/;

/**
 * Approves only requests to the channel that the member's access opens.
 * @throws Error if Telegram failed, so that it repeats the update
 */
async function answerRequest(
  deps: BotDeps,
  api: Api,
  {
    chat,
    from,
  }: { readonly chat: { readonly id: number }; readonly from: { readonly id: number } },
): Promise<void> {
  const requestedChannel = findChannel(deps, chat.id);
  if (requestedChannel === undefined) return;
  const isEntitled = (await readChatChannel(deps.firestore, String(from.id))) === requestedChannel;
  const outcome = await tryCall(() =>
    isEntitled
      ? api.approveChatJoinRequest(chat.id, from.id)
      : api.declineChatJoinRequest(chat.id, from.id),
  );
  if (outcome.type !== 'done' && !FINAL_PROBLEM_PATTERN.test(outcome.problem))
    throw new Error(`Failed to answer a join request: ${outcome.problem}`);
  // Access can end while an approval is in flight, also one of an earlier delivery of the update.
  const mayBeMember = isEntitled || outcome.type !== 'done';
  if (mayBeMember && (await readChatChannel(deps.firestore, String(from.id))) !== requestedChannel)
    await removeFromChannel({ api, channels: deps.channels }, requestedChannel, from.id);
  if (!isEntitled) await sendSilentMessage(api, String(from.id), formatNotAdmitted(deps.siteUrl));
}

export async function createBot(
  deps: BotDeps,
  settings: BotSettings & { readonly username: string },
): Promise<Bot> {
  const { Bot: GrammyBot } = await import('grammy');
  const bot = new GrammyBot(settings.token, createBotOptions(settings));
  const createHandler =
    (answer: (chat: string, input: string) => Promise<string>) =>
    async (context: Context & { readonly match?: unknown }) => {
      const input = typeof context.match === 'string' ? context.match : '';
      await replyPrivately(deps, context, (chat) => answer(chat, input));
    };
  bot.command(
    'start',
    createHandler((chat, input) => answerStart(deps, chat, input)),
  );
  bot.command(
    'record',
    createHandler(() => answerRecord(deps)),
  );
  bot.command(
    'verify',
    createHandler(() => answerVerify(deps)),
  );
  bot.command(
    'stop',
    createHandler((chat) => answerStop(deps, chat)),
  );
  bot.on('message:text', (context) =>
    replyPrivately(deps, context, (chat) => answerStart(deps, chat, context.message.text)),
  );
  bot.on('chat_join_request', ({ api, chatJoinRequest }) =>
    answerRequest(deps, api, chatJoinRequest),
  );
  return bot;
}
