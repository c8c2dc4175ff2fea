import type { Api } from 'grammy';
import type { ChannelPost } from '../../domain/telegram/telegram';
import { classifyFailure, type TelegramFailure } from '../../domain/telegram/failures';

export interface BotSettings {
  readonly token: string;
  readonly apiUrl: string;
}

const REQUEST_TIMEOUT_S = 10;

/**
 * Saves grammY a request to Telegram. Only the username matters, because commands may address the
 * bot by it.
 */
const createBotInfo = (username: string) =>
  ({
    id: 0,
    is_bot: true,
    first_name: username,
    username,
    can_join_groups: false,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  }) as const;

const createClientOptions = (apiUrl: string) =>
  ({
    apiRoot: apiUrl,
    timeoutSeconds: REQUEST_TIMEOUT_S,
    baseFetchConfig: { redirect: 'error' },
  }) as const;

export const createBotOptions = ({
  apiUrl,
  username,
}: BotSettings & { readonly username: string }) => ({
  botInfo: createBotInfo(username),
  client: createClientOptions(apiUrl),
});

export async function openApi({ token, apiUrl }: BotSettings): Promise<Api> {
  const { Api } = await import('grammy');
  return new Api(token, createClientOptions(apiUrl));
}

export type TelegramResult<T> = { readonly type: 'done'; readonly value: T } | TelegramFailure;

/** Never rejects because of Telegram or the network. */
export async function tryCall<T>(call: () => Promise<T>): Promise<TelegramResult<T>> {
  const { GrammyError, HttpError } = await import('grammy');
  try {
    return { type: 'done', value: await call() };
  } catch (error) {
    if (error instanceof GrammyError) {
      const { error_code: code, description, parameters } = error;
      return classifyFailure({ code, description, retryAfterS: parameters.retry_after ?? null });
    }
    if (error instanceof HttpError)
      return classifyFailure({ network: getNetworkCode(error.error) });
    throw error;
  }
}

const getNetworkCode = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;

const MESSAGE_OPTIONS = {
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
} as const;

/** @returns the message's id */
export const postMessage = (
  api: Api,
  chat: string,
  { text, silent }: ChannelPost,
): Promise<TelegramResult<number>> =>
  tryCall(async () => {
    const options = { ...MESSAGE_OPTIONS, disable_notification: silent };
    return (await api.sendMessage(chat, text, options)).message_id;
  });

const UNCHANGED_MESSAGE = 'message is not modified';

/** Succeeds if the message already has this text. */
export async function editMessage(
  api: Api,
  { chat, messageId }: { readonly chat: string; readonly messageId: number },
  text: string,
): Promise<TelegramResult<number>> {
  const result = await tryCall(async () => {
    await api.editMessageText(chat, messageId, text, MESSAGE_OPTIONS);
    return messageId;
  });
  const isUnchanged = result.type === 'refused' && result.problem.includes(UNCHANGED_MESSAGE);
  return isUnchanged ? { type: 'done', value: messageId } : result;
}

export const sendSilentMessage = (
  api: Api,
  chat: string,
  text: string,
): Promise<TelegramResult<number>> => postMessage(api, chat, { text, silent: true });
