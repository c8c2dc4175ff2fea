import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

/** Times in epoch ms. */
interface Message {
  readonly id: number;
  /** `bot` or a person's id. */
  readonly from: string;
  text: string;
  readonly silent: boolean;
  readonly sentAt: number;
  editedAt: number | null;
}

interface Chat {
  readonly id: string;
  readonly messages: Message[];
  readonly members: Set<number>;
}

export interface TelegramResponse {
  readonly status: number;
  readonly body: object;
}

/** An error response, or a connection that is cut before or after the call is handled. */
export type BotFault =
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly description: string;
      readonly retryAfter?: number;
    }
  | { readonly type: 'cut before' | 'cut after' };

export interface BotCall {
  readonly method: string;
  readonly given: Readonly<Record<string, unknown>>;
}

const createReply = (result: unknown): TelegramResponse => ({
  status: 200,
  body: { ok: true, result },
});

const createRefusal = (
  status: number,
  description: string,
  retryAfter?: number,
): TelegramResponse => ({
  status,
  body: {
    ok: false,
    error_code: status,
    description,
    ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
  },
});

const idSchema = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const MAX_TEXT_LENGTH = 4096;
const ALLOWED_HTML = /<\/?b>|<a href="[^"<>]*">|<\/a>|&(amp|lt|gt|quot);/g;

function findTextProblem(text: string, html: boolean): string | null {
  if (text === '') return 'Bad Request: message text is empty';
  if (text.length > MAX_TEXT_LENGTH) return 'Bad Request: message is too long';
  if (html && /[<>&]/.test(text.replace(ALLOWED_HTML, '')))
    return "Bad Request: can't parse entities";
  return null;
}

const sendSchema = z.object({
  chat_id: idSchema,
  text: z.string(),
  parse_mode: z.optional(z.string()),
  disable_notification: z.optional(z.boolean()),
});
const editSchema = z.object({
  chat_id: idSchema,
  message_id: z.number(),
  text: z.string(),
  parse_mode: z.optional(z.string()),
});
const memberSchema = z.object({ chat_id: idSchema, user_id: z.number() });
const webhookSchema = z.object({
  url: z.url(),
  secret_token: z.optional(z.string()),
  allowed_updates: z.optional(z.array(z.string())),
});

export class Telegram {
  readonly #chats = new Map<string, Chat>();
  readonly #faults: { readonly method: string; readonly fault: BotFault }[] = [];
  #webhook: z.output<typeof webhookSchema> | null = null;
  #lastId = 0;
  readonly calls: BotCall[] = [];

  /** Queues a fault for the next call of a method. */
  queueFault(method: string, fault: BotFault): void {
    this.#faults.push({ method, fault });
  }

  chat(id: string): Chat {
    const existing = this.#chats.get(id);
    const chat = existing ?? { id, messages: [], members: new Set<number>() };
    if (!existing) this.#chats.set(id, chat);
    return chat;
  }

  chats(): readonly Chat[] {
    return [...this.#chats.values()];
  }

  /** Handles a call of the bot, or applies the fault that is queued for it. */
  call(
    _token: string,
    method: string,
    parameters: Readonly<Record<string, unknown>>,
  ): TelegramResponse | 'cut' {
    this.calls.push({ method, given: parameters });
    const index = this.#faults.findIndex((queued) => queued.method === method);
    const [next] = index < 0 ? [] : this.#faults.splice(index, 1);
    if (next?.fault.type === 'cut before') return 'cut';
    if (next?.fault.type === 'answer')
      return createRefusal(next.fault.status, next.fault.description, next.fault.retryAfter);
    const outcome = this.#handle(method, parameters);
    return next ? 'cut' : outcome;
  }

  #handle(method: string, parameters: Readonly<Record<string, unknown>>): TelegramResponse {
    if (method === 'sendMessage') return this.#send(sendSchema.parse(parameters));
    if (method === 'editMessageText') return this.#edit(editSchema.parse(parameters));
    if (method === 'setWebhook') {
      this.#webhook = webhookSchema.parse(parameters);
      return createReply(true);
    }
    if (method === 'createChatInviteLink')
      return createReply({
        invite_link: `https://t.me/+${this.chat(String(parameters['chat_id'])).id.slice(4)}`,
      });
    if (method === 'getChatMember') return this.#getMember(memberSchema.parse(parameters));
    if (method === 'approveChatJoinRequest') return this.#join(memberSchema.parse(parameters));
    if (method === 'banChatMember') return this.#leave(memberSchema.parse(parameters));
    if (method === 'declineChatJoinRequest' || method === 'unbanChatMember')
      return createReply(true);
    return createRefusal(404, 'Not Found: method not found');
  }

  #send({ chat_id: chat, text, parse_mode, disable_notification }: z.output<typeof sendSchema>) {
    const problem = findTextProblem(text, parse_mode === 'HTML');
    if (problem !== null) return createRefusal(400, problem);
    const silent = disable_notification === true;
    return createReply(toMessage(chat, this.#add(chat, { from: 'bot', text, silent })));
  }

  #add(chat: string, content: Pick<Message, 'from' | 'text' | 'silent'>): Message {
    this.#lastId += 1;
    const message = { id: this.#lastId, ...content, sentAt: Date.now(), editedAt: null };
    this.chat(chat).messages.push(message);
    return message;
  }

  #edit({
    chat_id: chat,
    message_id,
    text,
    parse_mode,
  }: z.output<typeof editSchema>): TelegramResponse {
    const problem = findTextProblem(text, parse_mode === 'HTML');
    if (problem !== null) return createRefusal(400, problem);
    const message = this.chat(chat).messages.find(({ id }) => id === message_id);
    if (!message) return createRefusal(400, 'Bad Request: message to edit not found');
    if (message.text === text) return createRefusal(400, 'Bad Request: message is not modified');
    message.text = text;
    message.editedAt = Date.now();
    return createReply(toMessage(chat, message));
  }

  #getMember({ chat_id: chat, user_id: person }: z.output<typeof memberSchema>): TelegramResponse {
    const status = this.chat(chat).members.has(person) ? 'member' : 'left';
    return createReply({ status, user: toPerson(person) });
  }

  #join({ chat_id: chat, user_id: person }: z.output<typeof memberSchema>): TelegramResponse {
    this.chat(chat).members.add(person);
    return createReply(true);
  }

  #leave({ chat_id: chat, user_id: person }: z.output<typeof memberSchema>): TelegramResponse {
    this.chat(chat).members.delete(person);
    return createReply(true);
  }

  async say(person: number, text: string): Promise<void> {
    const { id: messageId } = this.#add(String(person), {
      from: String(person),
      text,
      silent: true,
    });
    const command = /^\/\w+/.exec(text)?.[0];
    await this.#sendUpdate({
      message: {
        message_id: messageId,
        date: Math.floor(Date.now() / 1000),
        chat: { id: person, type: 'private', first_name: 'Somebody' },
        from: toPerson(person),
        text,
        ...(command !== undefined && {
          entities: [{ type: 'bot_command', offset: 0, length: command.length }],
        }),
      },
    });
  }

  async askToJoin(person: number, chat: string): Promise<void> {
    await this.#sendUpdate({
      chat_join_request: {
        chat: { id: Number(chat), type: 'channel', title: 'Signals' },
        from: toPerson(person),
        user_chat_id: person,
        date: Math.floor(Date.now() / 1000),
      },
    });
  }

  /** Retries once. The real Telegram retries for longer. */
  async #sendUpdate(update: object): Promise<void> {
    if (!this.#webhook) return;
    this.#lastId += 1;
    const { url, secret_token: secret = '' } = this.#webhook;
    const post = () =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-telegram-bot-api-secret-token': secret,
        },
        body: JSON.stringify({ update_id: this.#lastId, ...update }),
      });
    const reply = await post().catch(() => null);
    if (reply?.ok) return;
    await wait(500);
    await post().catch(() => null);
  }
}

const toPerson = (person: number) => ({ id: person, is_bot: false, first_name: 'Somebody' });

const toMessage = (chat: string, { id: messageId, text, sentAt }: Message) => ({
  message_id: messageId,
  date: Math.floor(sentAt / 1000),
  chat: { id: Number(chat), type: chat.startsWith('-') ? 'channel' : 'private' },
  text,
});

export const createTelegram = (): Telegram => new Telegram();

export const toChatJson = ({ id: chat, messages, members }: Chat) => ({
  id: chat,
  messages,
  members: [...members],
});

export type { Chat };
