import { type Bot, botChangeSchema, changedBots } from '@quantalgo/contracts/bots/bot';
import type { Configuration } from '@quantalgo/contracts/bots/configuration';
import { botsEndpoints } from '@quantalgo/contracts/bots/endpoints';
import { useEffect } from 'react';
import { ignoreExpected } from '../core/faults';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { storageError } from '../outbox/storageErrors';
import { append, itemsOf, useOutbox } from '../outbox/outbox';
import { call } from '../auth/call';
import { useStored } from '../storage/memberDatabase';
import { BOTS_ROW, botsOfRow, storeBots, type StoredBots } from './botRows';

/** A member's bots as they will be once the server has all unsent changes. */
export interface BotsView {
  readonly bots: readonly Bot[];
  /** Whether there are unsent changes. */
  readonly unsent: boolean;
  /** The last change, if the server refused it. */
  readonly refused: ItemOf<'bot'> | null;
}

/**
 * The changes that the stored bots lack: unsent ones, and those that the worker sent, which stores no answer. What is no
 * longer in the outbox is older than all that is.
 * @param items those of the outbox, oldest first
 */
function lackingIn({ upTo }: StoredBots, items: readonly OutboxItem[]): ItemOf<'bot'>[] {
  const own = items.filter(isOfKind('bot'));
  const from = own.findIndex(({ id }) => id === upTo) + 1;
  return own.filter((item, at) => isUnsent(item) || (item.state === 'sent' && at >= from));
}

/** The bots with the changes applied that the stored ones lack. @param items those of the outbox, oldest first */
export function botsView(stored: StoredBots, items: readonly OutboxItem[]): BotsView {
  const own = items.filter(isOfKind('bot'));
  const last = own.at(-1);
  const bots = lackingIn(stored, items).reduce<readonly Bot[]>((before, { content }) => {
    const change = botChangeSchema.safeParse(content.change).data;
    return change ? (changedBots(before, content.botId, change.configuration) ?? before) : before;
  }, stored.bots);
  return {
    bots,
    unsent: own.some(isUnsent),
    refused: last?.state === 'refused' ? last : null,
  };
}

/** Fetches the bots, and stores them with how far they hold this device's changes. */
async function fetchBots(uid: string): Promise<void> {
  const sent = (await itemsOf(uid)).filter(isOfKind('bot')).filter(({ state }) => state === 'sent');
  const { data } = await call(botsEndpoints.bots, {});
  await storeBots(uid, data, sent.at(-1)?.id);
}

/**
 * The member's bots, unsent changes included; undefined while they are read. They are fetched when the screen opens, as
 * another device may have changed them, and when the worker sent a change; without a connection those of this device
 * stay.
 */
export function useBots(uid: string): BotsView | undefined {
  const stored = useStored(async ({ meta }) => botsOfRow(await meta.get(BOTS_ROW)));
  const items = useOutbox(uid);
  const isBehind =
    stored && items && lackingIn(stored, items).some(({ state }) => state === 'sent');
  useEffect(() => {
    fetchBots(uid).catch(ignoreExpected);
  }, [uid]);
  useEffect(() => {
    if (isBehind) fetchBots(uid).catch(ignoreExpected);
  }, [uid, isBehind]);
  return stored && items && botsView(stored, items);
}

/**
 * Adds or changes a bot, or removes it where its configuration is null: here at once, on other devices once it is sent.
 * @throws StorageError
 */
export async function changeBot(
  uid: string,
  botId: string,
  configuration: Configuration | null,
): Promise<void> {
  try {
    await append(uid, { kind: 'bot', botId, change: { configuration } });
  } catch (error) {
    throw storageError(error);
  }
}
