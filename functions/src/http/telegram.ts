import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Bot } from 'grammy';
import * as z from 'zod/mini';
import { checkFactor } from '../domain/auth/secondFactor';
import { createBot } from '../platform/telegram/bot';
import {
  readMemberChannel,
  issueTelegramCode,
  readLinkTime,
  unlinkMember,
} from '../platform/auth/telegramChats';
import { SECRET_HEADER, WEBHOOK_PATH } from '../platform/telegram/webhook';
import type { ApiDeps, TelegramSettings } from './core/deps';
import { toHttpError, type Call, HttpError } from './core/reply';
import type { Member } from './core/callers';
import { checkPassword, enforceLimits, type EndpointHandlers, readBody } from './core/request';
import { createFactorRefusal } from './auth/secondFactor';

const NO_BOT = 'Telegram is not set up on this site';

const ALREADY_LINKED = 'A chat is already linked. Unlink it first.';

const STALE_FACTOR_MESSAGE =
  'Please confirm your second factor in the console, then get the code within 15 minutes';

function requireFreshFactor({ clock, requiresFactor }: ApiDeps, { factor, record }: Member): void {
  const missing = record.staff ? checkFactor(factor, 'fresh', requiresFactor, clock()) : null;
  if (missing !== null) throw createFactorRefusal(missing, STALE_FACTOR_MESSAGE);
}

export const createTelegramHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'telegramLink' | 'telegramCode' | 'unlinkTelegram'> => ({
  async telegramLink({ caller: { session } }) {
    const { firestore, telegramBot: bot } = deps;
    if (bot === null) return { data: { bot, linkedAt: null, channel: null } };
    const [linkTime, channel] = await Promise.all([
      readLinkTime(firestore, session.uid),
      readMemberChannel(firestore, session.uid),
    ]);
    const linkedAt = linkTime === null ? null : new Date(linkTime).toISOString();
    return { data: { bot, linkedAt, channel } };
  },

  async telegramCode({ body: { currentPassword }, caller }) {
    const { clock, firestore, limiter, telegramBot } = deps;
    if (telegramBot === null) throw new HttpError(409, NO_BOT);
    requireFreshFactor(deps, caller);
    const { session } = caller;
    await checkPassword(deps, session.uid, currentPassword);
    await enforceLimits(limiter, ['memberTelegramCodes', session.uid]);
    if ((await readLinkTime(firestore, session.uid)) !== null)
      throw new HttpError(409, ALREADY_LINKED);
    const { code, expiresAt } = await issueTelegramCode(deps, session, clock());
    return {
      data: {
        code: code.toUpperCase(),
        url: `${telegramBot}?start=${code}`,
        expiresAt: new Date(expiresAt).toISOString(),
      },
    };
  },

  async unlinkTelegram({ caller: { session } }) {
    await unlinkMember(deps.firestore, session.uid, deps.clock());
    return { data: {}, message: 'Telegram is unlinked' };
  },
});

const WEBHOOK_FAILURE = { failure: 'Failed to process the update' } as const;

const digest = (text: string) => createHash('sha256').update(text).digest();

// Hashes both, because a constant-time comparison needs equal lengths.
const hasValidSecret = ({ headers }: IncomingMessage, secret: string): boolean => {
  const header = headers[SECRET_HEADER];
  return typeof header === 'string' && timingSafeEqual(digest(header), digest(secret));
};

type Update = Parameters<Bot['handleUpdate']>[0];

// Only the id is validated, because the webhook's secret authenticates the update.
const updateSchema = z.custom<Update>(
  (value) => z.safeParse(z.object({ update_id: z.int() }), value).success,
);

async function handleUpdate(call: Call, telegram: TelegramSettings, getBot: () => Promise<Bot>) {
  try {
    const { request } = call;
    if (request.method !== 'POST')
      return call.fail(new HttpError(405, 'Only POST is allowed'), ['Allow', 'POST']);
    if (!hasValidSecret(request, telegram.webhookSecret))
      throw new HttpError(401, 'Only Telegram may call this');
    const update = updateSchema.safeParse(await readBody(request));
    if (!update.success) throw new HttpError(400, 'Not a valid Telegram update');
    await (await getBot()).handleUpdate(update.data);
    call.succeedPlain({ bytes: Buffer.from('{}'), type: 'application/json', cache: 'no-store' });
  } catch (error) {
    call.fail(toHttpError(error, WEBHOOK_FAILURE));
  }
}

const toHandle = (botUrl: string): string => botUrl.replace(/^.*\//, '');

/**
 * Returns false for other calls, and on a site without a bot. Replies 500 on failure, so that
 * Telegram retries.
 */
export function serveTelegram(deps: ApiDeps): (call: Call) => boolean {
  const { telegram } = deps;
  if (!telegram) return () => false;
  const { siteUrl, channels } = telegram;
  let cachedBot: Promise<Bot> | undefined;
  const getBot = () =>
    (cachedBot ??= createBot(
      { ...deps, siteUrl, channels },
      { ...telegram, username: toHandle(telegram.bot) },
    ));
  return (call) => {
    if (call.request.url !== WEBHOOK_PATH) return false;
    call.endpoint = WEBHOOK_PATH;
    void handleUpdate(call, telegram, getBot);
    return true;
  };
}
