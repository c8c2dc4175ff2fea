import { telegramEndpoints, type TelegramLink } from '@quantalgo/contracts/telegram/endpoints';
import { call } from '../auth/call';

/** @throws ApiError @throws NetworkError */
export const fetchTelegramLink = async (): Promise<TelegramLink> =>
  (await call(telegramEndpoints.telegramLink, {})).data;

/** Links a chat once. */
export interface TelegramCode {
  readonly code: string;
  /** Opens the bot with the code. */
  readonly url: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Invalidates earlier codes. @throws ApiError @throws NetworkError */
export async function requestTelegramCode(currentPassword: string): Promise<TelegramCode> {
  const body = { currentPassword };
  const { expiresAt, ...code } = (await call(telegramEndpoints.telegramCode, { body })).data;
  return { ...code, expiresAt: Date.parse(expiresAt) };
}

/** The chat leaves the channels. @throws ApiError @throws NetworkError */
export async function unlinkTelegram(): Promise<void> {
  await call(telegramEndpoints.unlinkTelegram, {});
}
