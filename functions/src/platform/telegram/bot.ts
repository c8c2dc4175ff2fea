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
  // Telegram repeats what it got no answer to, and the code is used by then.
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

/** Answers what somebody writes in a chat of their own with the bot. Groups are not answered. */
async function answerIn(
  deps: BotDeps,
  { api, chat }: Context,
  answer: (chat: string) => Promise<string>,
): Promise<void> {
  if (chat?.type !== 'private') return;
  const id = String(chat.id);
  if (!(await deps.limiter.take('telegramOfChat', id)).allowed) return;
  await writeMessage(api, id, await answer(id));
}

const channelWithId = ({ channels }: BotDeps, chat: number): ChannelName | undefined =>
  TELEGRAM_CHANNELS.find((name) => channels[name] === String(chat));

/** What Telegram answers where a request was answered before, or withdrawn. */
const ANSWERED = /USER_ALREADY_PARTICIPANT|HIDE_REQUESTER_MISSING/;

/**
 * Lets a person into the channel of their member's access, and nobody else.
 * @throws Error where Telegram didn't do it, which has it asked again
 */
async function answerRequest(
  deps: BotDeps,
  api: Api,
  {
    chat,
    from,
  }: { readonly chat: { readonly id: number }; readonly from: { readonly id: number } },
): Promise<void> {
  const asked = channelWithId(deps, chat.id);
  if (asked === undefined) return;
  const isTheirs = (await channelOfChat(deps.firestore, String(from.id))) === asked;
  const answered = await attempt(() =>
    isTheirs
      ? api.approveChatJoinRequest(chat.id, from.id)
      : api.declineChatJoinRequest(chat.id, from.id),
  );
  if (answered.type !== 'done' && !ANSWERED.test(answered.problem))
    throw new Error(`A request to join was not answered: ${answered.problem}`);
  if (!isTheirs) await writeMessage(api, String(from.id), notAdmitted(deps.siteUrl));
}

/** The bot, which answers updates that it is handed. */
export async function openBot(
  deps: BotDeps,
  settings: BotSettings & { readonly username: string },
): Promise<Bot> {
  const { Bot: OfPackage } = await import('grammy');
  const bot = new OfPackage(settings.token, botOptions(settings));
  const answering =
    (answer: (chat: string, typed: string) => Promise<string>) =>
    async (context: Context & { readonly match?: unknown }) => {
      const typed = typeof context.match === 'string' ? context.match : '';
      await answerIn(deps, context, (chat) => answer(chat, typed));
    };
  bot.command(
    'start',
    answering((chat, typed) => answerStart(deps, chat, typed)),
  );
  bot.command(
    'record',
    answering(() => answerRecord(deps)),
  );
  bot.command(
    'verify',
    answering(() => answerVerify(deps)),
  );
  bot.command(
    'stop',
    answering((chat) => answerStop(deps, chat)),
  );
  bot.on('message:text', (context) =>
    answerIn(deps, context, (chat) => answerStart(deps, chat, context.message.text)),
  );
  bot.on('chat_join_request', ({ api, chatJoinRequest }) =>
    answerRequest(deps, api, chatJoinRequest),
  );
  return bot;
}
