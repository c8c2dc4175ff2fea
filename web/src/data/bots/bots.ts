import {
  type Bot,
  type BotChange,
  botChangeSchema,
  applyBotChange,
} from '@quantalgo/contracts/bots/bot';
import { botsEndpoints } from '@quantalgo/contracts/bots/endpoints';
import { useEffect, useState } from 'react';
import { usePollRound } from '../core/clock';
import { ignoreExpected } from '../core/faults';
import { findRefused } from '../outbox/findRefused';
import { isOfKind, isUnsent, type TypedOutboxItem, type OutboxItem } from '../outbox/item';
import { toStorageError } from '../outbox/storageErrors';
import { enqueueItem, readOutboxItems, useOutbox } from '../outbox/outbox';
import { call } from '../auth/call';
import { useStored } from '../storage/memberDatabase';
import { BOTS_ROW, parseBotsRow, storeBots, type StoredBots } from './botRows';

export interface BotsView {
  readonly bots: readonly Bot[];
  readonly unsent: boolean;
  readonly refused: TypedOutboxItem<'bot'> | null;
}

/**
 * Changes that the stored bots lack: unsent ones, and those that the worker sent, because it
 * doesn't store responses. If `upTo` is no longer in the outbox, all changes in it are newer.
 * @param items of the outbox, oldest first
 */
function findMissingChanges(
  { upTo }: StoredBots,
  items: readonly OutboxItem[],
): TypedOutboxItem<'bot'>[] {
  const changes = items.filter(isOfKind('bot'));
  const lastIncluded = changes.findIndex(({ id }) => id === upTo);
  const included = changes[lastIncluded];
  const includedAt = included ? (included.sentAt ?? Infinity) : -Infinity;
  // Only changes to the same bot are sent in order.
  const isMissing = ({ sentAt = 0, content }: TypedOutboxItem<'bot'>, index: number) =>
    sentAt > includedAt || (index > lastIncluded && content.botId === included?.content.botId);
  return changes.filter(
    (item, index) => isUnsent(item) || (item.state === 'sent' && isMissing(item, index)),
  );
}

export function toBotsView(stored: StoredBots, items: readonly OutboxItem[]): BotsView {
  const changes = items.filter(isOfKind('bot'));
  const bots = findMissingChanges(stored, items).reduce<readonly Bot[]>((current, { content }) => {
    const change = botChangeSchema.safeParse(content.change).data;
    const result = change && applyBotChange(current, content.botId, change);
    return result?.type === 'applied' ? result.bots : current;
  }, stored.bots);
  return {
    bots,
    unsent: changes.some(isUnsent),
    refused: findRefused(changes, ({ content }) => [content.botId]),
  };
}

async function fetchBots(uid: string): Promise<void> {
  const sent = (await readOutboxItems(uid))
    .filter(isOfKind('bot'))
    .filter(({ state }) => state === 'sent')
    .sort((a, b) => (a.sentAt ?? 0) - (b.sentAt ?? 0));
  const { data } = await call(botsEndpoints.bots, {});
  await storeBots(uid, data, sent.at(-1)?.id);
}

/** So that an open screen doesn't overwrite changes of other devices. */
const POLL_INTERVAL_MS = 60_000;

interface AccountBots extends BotsView {
  /** False if the account's bots couldn't be fetched yet. */
  readonly isKnown: boolean;
}

const NO_BOTS: StoredBots = { bots: [], upTo: null };

export function useBots(uid: string): AccountBots | undefined {
  const stored = useStored(async ({ meta }) => parseBotsRow(await meta.get(BOTS_ROW)));
  const items = useOutbox(uid);
  const [hasFailed, setHasFailed] = useState(false);
  const isBehind =
    stored && items && findMissingChanges(stored, items).some(({ state }) => state === 'sent');
  const round = usePollRound(POLL_INTERVAL_MS);
  useEffect(() => {
    fetchBots(uid).catch((error: unknown) => {
      setHasFailed(true);
      ignoreExpected(error);
    });
  }, [uid, round]);
  useEffect(() => {
    if (isBehind) fetchBots(uid).catch(ignoreExpected);
  }, [uid, isBehind]);
  if (stored === undefined || !items || (stored === null && !hasFailed)) return undefined;
  return { ...toBotsView(stored ?? NO_BOTS, items), isKnown: stored !== null };
}

/**
 * Adds, changes or removes a bot. Takes effect on this device at once, on others once sent.
 * @throws StorageError
 */
export async function changeBot(uid: string, botId: string, change: BotChange): Promise<void> {
  try {
    await enqueueItem(uid, { kind: 'bot', botId, change });
  } catch (error) {
    throw toStorageError(error);
  }
}
