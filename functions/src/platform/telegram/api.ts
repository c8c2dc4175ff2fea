import type { Api } from 'grammy';
import type { ChannelPost } from '../../domain/telegram/telegram';
import { classifyFailure, type Failure } from '../../domain/telegram/failures';

/** A site's bot. */
export interface BotSettings {
  readonly token: string;
  /** Origin of Telegram's API. */
  readonly apiUrl: string;
}

/** How long (s) a call may take before it counts as unanswered. */
const TIMEOUT_S = 10;

/** What the package would ask Telegram for at first: only the name is needed, by which commands may address the bot. */
const describedAs = (username: string) =>
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

const clientOptions = (apiUrl: string) =>
  ({
    apiRoot: apiUrl,
    timeoutSeconds: TIMEOUT_S,
    baseFetchConfig: { redirect: 'error' },
  }) as const;

/** Settings of the package for a bot that answers updates. */
export const botOptions = ({ apiUrl, username }: BotSettings & { readonly username: string }) => ({
  botInfo: describedAs(username),
  client: clientOptions(apiUrl),
});

/** Telegram's API for a bot. The package is loaded with the first, because the other functions don't need it. */
export async function openApi({ token, apiUrl }: BotSettings): Promise<Api> {
  const { Api } = await import('grammy');
  return new Api(token, clientOptions(apiUrl));
}

/** What came of a call. */
export type TelegramResult<T> = { readonly type: 'done'; readonly value: T } | Failure;

/** Makes a call to Telegram. Never rejects for what Telegram or the network does. */
export async function attempt<T>(call: () => Promise<T>): Promise<TelegramResult<T>> {
  const { GrammyError, HttpError } = await import('grammy');
  try {
    return { type: 'done', value: await call() };
  } catch (error) {
    if (error instanceof GrammyError) {
      const { error_code: code, description, parameters } = error;
      return classifyFailure({ code, description, retryAfterS: parameters.retry_after ?? null });
    }
    if (error instanceof HttpError) return classifyFailure({ network: networkCode(error.error) });
    throw error;
  }
}

const networkCode = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;

const WITHOUT_PREVIEW = {
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
} as const;

/** Posts in a channel; the value is the message's id. */
export const postMessage = (
  api: Api,
  chat: string,
  { text, silent }: ChannelPost,
): Promise<TelegramResult<number>> =>
  attempt(async () => {
    const options = { ...WITHOUT_PREVIEW, disable_notification: silent };
    return (await api.sendMessage(chat, text, options)).message_id;
  });

const UNCHANGED = 'message is not modified';

/** Changes a channel's message. Done twice it is done once. */
export async function editMessage(
  api: Api,
  { chat, messageId }: { readonly chat: string; readonly messageId: number },
  text: string,
): Promise<TelegramResult<number>> {
  const edited = await attempt(async () => {
    await api.editMessageText(chat, messageId, text, WITHOUT_PREVIEW);
    return messageId;
  });
  const isDone = edited.type === 'refused' && edited.problem.includes(UNCHANGED);
  return isDone ? { type: 'done', value: messageId } : edited;
}

/** Writes to a person's chat, without a sound. */
export const writeMessage = (
  api: Api,
  chat: string,
  text: string,
): Promise<TelegramResult<number>> => postMessage(api, chat, { text, silent: true });
