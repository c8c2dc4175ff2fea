import { telegramEndpoints, type TelegramLink } from '@quantalgo/contracts/telegram/endpoints';
import { call } from '../auth/call';

export const fetchTelegramLink = async (): Promise<TelegramLink> =>
  (await call(telegramEndpoints.telegramLink, {})).data;

export interface TelegramCode {
  readonly code: string;
  readonly url: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

export async function requestTelegramCode(currentPassword: string): Promise<TelegramCode> {
  const body = { currentPassword };
  const { expiresAt, ...code } = (await call(telegramEndpoints.telegramCode, { body })).data;
  return { ...code, expiresAt: Date.parse(expiresAt) };
}

export async function unlinkTelegram(): Promise<void> {
  await call(telegramEndpoints.unlinkTelegram, {});
}
