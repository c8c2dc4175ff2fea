import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

/** A message as the stand-in has it. Times in epoch ms. */
interface Message {
  readonly id: number;
  /** `bot`, or the id of a person. */
  readonly from: string;
  text: string;
  readonly silent: boolean;
  readonly sentAt: number;
  editedAt: number | null;
}

interface Chat {
  readonly id: string;
  readonly messages: Message[];
  /** The people in a channel. */
  readonly members: Set<number>;
}

/** A reply of Telegram's API. */
export interface TelegramResponse {
  readonly status: number;
  readonly body: object;
}

/** What happens to a call in place of an answer to it: a reply, or the line cut before or after it was carried out. */
export type Mishap =
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly description: string;
      readonly retryAfter?: number;
    }
  | { readonly type: 'cut before' | 'cut after' };

/** One call of the bot. */
export interface Called {
  readonly method: string;
  readonly given: Readonly<Record<string, unknown>>;
}

const ok = (result: unknown): TelegramResponse => ({ status: 200, body: { ok: true, result } });

const refusal = (status: number, description: string, retryAfter?: number): TelegramResponse => ({
  status,
  body: {
    ok: false,
    error_code: status,
    description,
    ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
  },
});

const id = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const MAX_TEXT_LENGTH = 4096;
/** What is left once every tag and entity that the product uses is taken out. */
const ALLOWED = /<\/?b>|<a href="[^"<>]*">|<\/a>|&(amp|lt|gt|quot);/g;

/** Why Telegram would refuse a text; null where it takes it. */
function textProblem(text: string, html: boolean): string | null {
  if (text === '') return 'Bad Request: message text is empty';
  if (text.length > MAX_TEXT_LENGTH) return 'Bad Request: message is too long';
  if (html && /[<>&]/.test(text.replace(ALLOWED, ''))) return "Bad Request: can't parse entities";
  return null;
}

const sending = z.object({
  chat_id: id,
  text: z.string(),
  parse_mode: z.optional(z.string()),
  disable_notification: z.optional(z.boolean()),
});
const editing = z.object({
  chat_id: id,
  message_id: z.number(),
  text: z.string(),
  parse_mode: z.optional(z.string()),
});
const ofMember = z.object({ chat_id: id, user_id: z.number() });
const webhook = z.object({
  url: z.url(),
  secret_token: z.optional(z.string()),
  allowed_updates: z.optional(z.array(z.string())),
});

/** Telegram in memory: chats, the bot's calls, and what people do. */
export class Telegram {
  readonly #chats = new Map<string, Chat>();
  readonly #mishaps: { readonly method: string; readonly mishap: Mishap }[] = [];
  #webhook: z.output<typeof webhook> | null = null;
  #lastId = 0;
  /** Every call of the bot, oldest first. */
  readonly calls: Called[] = [];

  /** What happens to the next call of a method. Several happen one after the other. */
  happen(method: string, mishap: Mishap): void {
    this.#mishaps.push({ method, mishap });
  }

  chat(id: string): Chat {
    const known = this.#chats.get(id);
    const chat = known ?? { id, messages: [], members: new Set<number>() };
    if (!known) this.#chats.set(id, chat);
    return chat;
  }

  chats(): readonly Chat[] {
    return [...this.#chats.values()];
  }

  /** Carries out a call of the bot, or lets happen to it what is to happen. */
  call(
    _token: string,
    method: string,
    given: Readonly<Record<string, unknown>>,
  ): TelegramResponse | 'cut' {
    this.calls.push({ method, given });
    const at = this.#mishaps.findIndex((one) => one.method === method);
    const [next] = at < 0 ? [] : this.#mishaps.splice(at, 1);
    if (next?.mishap.type === 'cut before') return 'cut';
    if (next?.mishap.type === 'answer')
      return refusal(next.mishap.status, next.mishap.description, next.mishap.retryAfter);
    const answered = this.#carryOut(method, given);
    return next ? 'cut' : answered;
  }

  #carryOut(method: string, given: Readonly<Record<string, unknown>>): TelegramResponse {
    if (method === 'sendMessage') return this.#send(sending.parse(given));
    if (method === 'editMessageText') return this.#edit(editing.parse(given));
    if (method === 'setWebhook') {
      this.#webhook = webhook.parse(given);
      return ok(true);
    }
    if (method === 'createChatInviteLink')
      return ok({
        invite_link: `https://t.me/+${this.chat(String(given['chat_id'])).id.slice(4)}`,
      });
    if (method === 'getChatMember') return this.#memberOf(ofMember.parse(given));
    if (method === 'approveChatJoinRequest') return this.#join(ofMember.parse(given));
    if (method === 'banChatMember') return this.#leave(ofMember.parse(given));
    if (method === 'declineChatJoinRequest' || method === 'unbanChatMember') return ok(true);
    return refusal(404, 'Not Found: method not found');
  }

  #send({ chat_id: chat, text, parse_mode, disable_notification }: z.output<typeof sending>) {
    const problem = textProblem(text, parse_mode === 'HTML');
    if (problem !== null) return refusal(400, problem);
    const silent = disable_notification === true;
    return ok(messageOf(chat, this.#add(chat, { from: 'bot', text, silent })));
  }

  #add(chat: string, said: Pick<Message, 'from' | 'text' | 'silent'>): Message {
    this.#lastId += 1;
    const message = { id: this.#lastId, ...said, sentAt: Date.now(), editedAt: null };
    this.chat(chat).messages.push(message);
    return message;
  }

  #edit({
    chat_id: chat,
    message_id,
    text,
    parse_mode,
  }: z.output<typeof editing>): TelegramResponse {
    const problem = textProblem(text, parse_mode === 'HTML');
    if (problem !== null) return refusal(400, problem);
    const message = this.chat(chat).messages.find((one) => one.id === message_id);
    if (!message) return refusal(400, 'Bad Request: message to edit not found');
    if (message.text === text) return refusal(400, 'Bad Request: message is not modified');
    message.text = text;
    message.editedAt = Date.now();
    return ok(messageOf(chat, message));
  }

  #memberOf({ chat_id: chat, user_id: person }: z.output<typeof ofMember>): TelegramResponse {
    const status = this.chat(chat).members.has(person) ? 'member' : 'left';
    return ok({ status, user: personOf(person) });
  }

  #join({ chat_id: chat, user_id: person }: z.output<typeof ofMember>): TelegramResponse {
    this.chat(chat).members.add(person);
    return ok(true);
  }

  #leave({ chat_id: chat, user_id: person }: z.output<typeof ofMember>): TelegramResponse {
    this.chat(chat).members.delete(person);
    return ok(true);
  }

  /** A person writes to the bot. */
  async say(person: number, text: string): Promise<void> {
    const { id: messageId } = this.#add(String(person), {
      from: String(person),
      text,
      silent: true,
    });
    const command = /^\/\w+/.exec(text)?.[0];
    await this.#tellBot({
      message: {
        message_id: messageId,
        date: Math.floor(Date.now() / 1000),
        chat: { id: person, type: 'private', first_name: 'Somebody' },
        from: personOf(person),
        text,
        ...(command !== undefined && {
          entities: [{ type: 'bot_command', offset: 0, length: command.length }],
        }),
      },
    });
  }

  /** A person opens the invitation of a channel that its administrators admit to. */
  async askToJoin(person: number, chat: string): Promise<void> {
    await this.#tellBot({
      chat_join_request: {
        chat: { id: Number(chat), type: 'channel', title: 'Signals' },
        from: personOf(person),
        user_chat_id: person,
        date: Math.floor(Date.now() / 1000),
      },
    });
  }

  /** Tells the bot by its webhook, a second time where that fails. Telegram goes on for longer. */
  async #tellBot(update: object): Promise<void> {
    if (!this.#webhook) return;
    this.#lastId += 1;
    const { url, secret_token: secret = '' } = this.#webhook;
    const tell = () =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-telegram-bot-api-secret-token': secret,
        },
        body: JSON.stringify({ update_id: this.#lastId, ...update }),
      });
    const reply = await tell().catch(() => null);
    if (reply?.ok) return;
    await wait(500);
    await tell().catch(() => null);
  }
}

const personOf = (person: number) => ({ id: person, is_bot: false, first_name: 'Somebody' });

const messageOf = (chat: string, { id: messageId, text, sentAt }: Message) => ({
  message_id: messageId,
  date: Math.floor(sentAt / 1000),
  chat: { id: Number(chat), type: chat.startsWith('-') ? 'channel' : 'private' },
  text,
});

export const createTelegram = (): Telegram => new Telegram();

/** A chat as JSON. */
export const chatOf = ({ id: chat, messages, members }: Chat) => ({
  id: chat,
  messages,
  members: [...members],
});

export type { Chat };
