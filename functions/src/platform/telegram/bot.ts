import { cleanCode } from '@quantalgo/contracts/core/identity';
import { performanceOf, NO_SIGNALS_SETTLED } from '@quantalgo/contracts/record/performance';
import { breakEven } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import type { Source } from '@quantalgo/contracts/signals/signal';
import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';
import type { Firestore } from 'firebase-admin/firestore';
import type { Api, Bot, Context } from 'grammy';
import type { ChannelName } from '../../domain/telegram/telegram';
import {
  ALREADY_LINKED,
  howToLink,
  LINKED,
  notAdmitted,
  OTHER_ACCOUNT_LINKED,
  OTHER_CHAT_LINKED,
  recordText,
  STOPPED,
  verifyText,
  WRONG_CODE,
} from '../../domain/telegram/bot';
import type { Clock } from '../core/clock';
import type { Limiter } from '../core/rateLimiter';
import type { Digester } from '../core/secrets';
import { readNewestCheckpoint } from '../record/log';
import { readPerformance } from '../record/signals';
import { attempt, type BotSettings, botOptions, writeMessage } from './api';
import {
  channelOfChat,
  isLinked,
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

async function answerStart(deps: BotDeps, chat: string, typed: string): Promise<string> {
  const { clock, firestore, siteUrl } = deps;
  const code = cleanCode(typed);
  const result = code === '' ? 'wrong code' : await linkChat(deps, { code, chat }, clock());
  if (result !== 'wrong code') return LINK_TEXTS[result];
  // Telegram repeats unanswered updates, whose code is used by then.
  if (await isLinked(firestore, chat)) return ALREADY_LINKED;
  return code === '' ? howToLink(siteUrl) : WRONG_CODE;
}

async function answerRecord({ firestore, siteUrl, source }: BotDeps): Promise<string> {
  const counters = await readPerformance(firestore);
  const figures = performanceOf(counters ?? { ...NO_SIGNALS_SETTLED, source });
  return recordText(figures, breakEven(STATED_PAYOUT).firstEntry, siteUrl);
}

async function answerVerify({ firestore, siteUrl }: BotDeps): Promise<string> {
  return verifyText((await readNewestCheckpoint(firestore)).ledger, siteUrl);
}

async function answerStop({ clock, firestore }: BotDeps, chat: string): Promise<string> {
  await unlinkChat(firestore, chat, clock());
  return STOPPED;
}

/** Groups get no reply. */
async function replyPrivately(
  deps: BotDeps,
  { api, chat }: Context,
  answer: (chat: string) => Promise<string>,
): Promise<void> {
  if (chat?.type !== 'private') return;
  const id = String(chat.id);
  if (!(await deps.limiter.take('telegramOfChat', id)).allowed) return;
  await writeMessage(api, id, await answer(id));
}

const findChannel = ({ channels }: BotDeps, chat: number): ChannelName | undefined =>
  TELEGRAM_CHANNELS.find((name) => channels[name] === String(chat));

const ANSWERED_PATTERN = /USER_ALREADY_PARTICIPANT|HIDE_REQUESTER_MISSING/;

/**
 * Approves only the channel of the member's access. @throws Error if Telegram failed, so that it
 * repeats the update
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
  const isEntitled = (await channelOfChat(deps.firestore, String(from.id))) === requestedChannel;
  const outcome = await attempt(() =>
    isEntitled
      ? api.approveChatJoinRequest(chat.id, from.id)
      : api.declineChatJoinRequest(chat.id, from.id),
  );
  if (outcome.type !== 'done' && !ANSWERED_PATTERN.test(outcome.problem))
    throw new Error(`A request to join was not answered: ${outcome.problem}`);
  if (!isEntitled) await writeMessage(api, String(from.id), notAdmitted(deps.siteUrl));
}

export async function openBot(
  deps: BotDeps,
  settings: BotSettings & { readonly username: string },
): Promise<Bot> {
  const { Bot: GrammyBot } = await import('grammy');
  const bot = new GrammyBot(settings.token, botOptions(settings));
  const createHandler =
    (answer: (chat: string, typed: string) => Promise<string>) =>
    async (context: Context & { readonly match?: unknown }) => {
      const typed = typeof context.match === 'string' ? context.match : '';
      await replyPrivately(deps, context, (chat) => answer(chat, typed));
    };
  bot.command(
    'start',
    createHandler((chat, typed) => answerStart(deps, chat, typed)),
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
