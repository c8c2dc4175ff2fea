import { telegramEndpoints, type TelegramLink } from '@quantalgo/contracts/telegram/endpoints';
import { call } from '../auth/call';

/** How the member's chat on Telegram is linked. @throws ApiError @throws NetworkError */
export const fetchTelegramLink = async (): Promise<TelegramLink> =>
  (await call(telegramEndpoints.telegramLink, {})).data;

/** A code that links a chat once. */
export interface TelegramCode {
  readonly code: string;
  /** Opens the bot with the code. */
  readonly url: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Asks for a code, which voids those of before. @throws ApiError @throws NetworkError */
export async function requestTelegramCode(currentPassword: string): Promise<TelegramCode> {
  const body = { currentPassword };
  const { expiresAt, ...code } = (await call(telegramEndpoints.telegramCode, { body })).data;
  return { ...code, expiresAt: Date.parse(expiresAt) };
}

/** Unlinks the chat, which leaves the channels. @throws ApiError @throws NetworkError */
export async function unlinkTelegram(): Promise<void> {
  await call(telegramEndpoints.unlinkTelegram, {});
}
