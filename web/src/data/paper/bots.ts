import {
  type Bot,
  botChangeSchema,
  botsEndpoints,
  changedBots,
  type Configuration,
} from '@quantalgo/contracts';
import { useEffect } from 'react';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { notKept } from '../outbox/notKept';
import { append, discard, useOutbox } from '../outbox/outbox';
import { call } from '../session/call';
import { useStored } from '../storage/memberDatabase';
import { BOTS_ROW, botsOfRow, storeBots } from './botRows';

/** A member's bots as they will be once the server has all unsent changes. */
export interface BotsView {
  readonly bots: readonly Bot[];
  /** Whether there are unsent changes. */
  readonly unsent: boolean;
  /** The last change, if the server refused it. */
  readonly refused: ItemOf<'bot'> | null;
}

/** The bots with the unsent changes applied. @param items those of the outbox, oldest first */
export function botsView(stored: readonly Bot[], items: readonly OutboxItem[]): BotsView {
  const own = items.filter(isOfKind('bot'));
  const unsent = own.filter(isUnsent);
  const last = own.at(-1);
  const bots = unsent.reduce<readonly Bot[]>((before, { content }) => {
    const change = botChangeSchema.safeParse(content.change).data;
    return change ? (changedBots(before, content.botId, change.configuration) ?? before) : before;
  }, stored);
  return {
    bots,
    unsent: unsent.length > 0,
    refused: last?.state === 'refused' ? last : null,
  };
}

/**
 * The member's bots, unsent changes included; undefined while they are read. They are fetched when the screen opens, as
 * another device may have changed them; without a connection those of this device stay.
 */
export function useBots(uid: string): BotsView | undefined {
  const stored = useStored(async ({ meta }) => botsOfRow(await meta.get(BOTS_ROW)));
  const items = useOutbox(uid);
  useEffect(() => {
    call(botsEndpoints.bots, {})
      .then(({ data }) => storeBots(uid, data))
      .catch(() => undefined);
  }, [uid]);
  return stored === undefined || !items ? undefined : botsView(stored ?? [], items);
}

/**
 * Adds or changes a bot, or removes it where its configuration is null: here at once, on other devices once it is sent.
 * @throws NotKept
 */
export async function changeBot(
  uid: string,
  botId: string,
  configuration: Configuration | null,
): Promise<void> {
  try {
    await append(uid, { kind: 'bot', botId, change: { configuration } });
  } catch (error) {
    throw notKept(error);
  }
}

/** Drops a change that the server refused. */
export const dropRefused = ({ id }: Pick<OutboxItem, 'id'>): Promise<void> => discard(id);
