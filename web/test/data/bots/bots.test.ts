import type { Bot } from '@quantalgo/contracts/bots/bot';
import {
  type Configuration,
  createConfiguration,
  togglePause,
} from '@quantalgo/contracts/bots/configuration';
import { describe, expect, it } from 'vitest';
import type { OutboxItem } from '../../../src/data/outbox/item';
import { toBotsView } from '../../../src/data/bots/bots';
import { anItem } from '../outbox/anItem';

const SINCE = Date.parse('2026-11-20T08:00:00Z');
const BOT = createConfiguration(SINCE);
const BOLD = createConfiguration(SINCE, 0.8, 'Aggressive');

/** The server's bots; `upTo` is the last of this device's changes that they include. */
const serverHas = (bots: readonly Bot[], upTo: string | null = null) => ({ bots, upTo });

const change = (
  botId: string,
  configuration: unknown,
  changes: Partial<Pick<OutboxItem, 'id' | 'state' | 'reason' | 'sentAt'>> = {},
  base: Configuration | null = null,
): OutboxItem => {
  const content = { kind: 'bot' as const, botId, change: { base, configuration } };
  return { ...anItem(), ...changes, content };
};

describe('toBotsView', () => {
  it('applies unsent changes to the server’s bots in order', () => {
    const stored = [{ id: 'one', configuration: BOT }];
    const items = [change('one', BOLD), change('two', BOT), change('two', BOLD)];
    expect(toBotsView(serverHas(stored), items)).toEqual({
      bots: [
        { id: 'one', configuration: BOLD },
        { id: 'two', configuration: BOLD },
      ],
      unsent: true,
      refused: null,
    });
  });

  it('merges an unsent pause with another device’s change', () => {
    const stored = [{ id: 'one', configuration: { ...BOT, maxOpenTrades: 9 } }];
    const paused = togglePause(BOT, SINCE + 1);
    const view = toBotsView(serverHas(stored), [change('one', paused, {}, BOT)]);
    expect(view.bots).toEqual([{ id: 'one', configuration: { ...paused, maxOpenTrades: 9 } }]);
  });

  it('doesn’t show a bot again that another device removed', () => {
    const pause = change('one', togglePause(BOT, SINCE + 1), {}, BOT);
    expect(toBotsView(serverHas([]), [pause]).bots).toEqual([]);
  });

  it('hides a bot with an unsent removal', () => {
    const stored = [{ id: 'one', configuration: BOT }];
    expect(toBotsView(serverHas(stored), [change('one', null)]).bots).toEqual([]);
  });

  it('reports a refused change without applying it', () => {
    const refused = change('four', BOT, { state: 'refused', reason: 'You have 3 bots.' });
    const view = toBotsView(serverHas([]), [refused]);
    expect(view.bots).toEqual([]);
    expect(view.refused).toBe(refused);
    expect(view.unsent).toBe(false);
  });

  it('reports a refused change until a later change to the same bot replaces it', () => {
    const refused = change('four', BOT, { state: 'refused', reason: 'You have 3 bots.' });
    const other = change('one', BOLD, { state: 'sent' });
    expect(toBotsView(serverHas([]), [refused, other]).refused).toBe(refused);
    const replacing = change('four', null, { state: 'sent' });
    expect(toBotsView(serverHas([]), [refused, other, replacing]).refused).toBeNull();
  });

  it('applies changes that the worker sent until a server response includes them', () => {
    const stored = [{ id: 'one', configuration: BOT }];
    const first = change('one', BOT, { id: 'first', state: 'sent' });
    const second = change('one', BOLD, { id: 'second', state: 'sent' });
    expect(toBotsView(serverHas(stored, 'first'), [first, second])).toEqual({
      bots: [{ id: 'one', configuration: BOLD }],
      unsent: false,
      refused: null,
    });
    expect(toBotsView(serverHas(stored, 'second'), [first, second]).bots).toEqual(stored);
  });

  it('applies a change to another bot that the worker sent later', () => {
    const stored = [{ id: 'two', configuration: BOT }];
    const late = change('one', BOLD, { id: 'late', state: 'sent', sentAt: 2000 });
    const early = change('two', BOT, { id: 'early', state: 'sent', sentAt: 1000 });
    expect(toBotsView(serverHas(stored, 'early'), [late, early]).bots).toEqual([
      ...stored,
      { id: 'one', configuration: BOLD },
    ]);
    expect(toBotsView(serverHas(stored, 'late'), [late, early]).bots).toEqual(stored);
  });

  it('applies a sent change if the last synced item has left the outbox', () => {
    const stored = [{ id: 'one', configuration: BOT }];
    const sent = change('one', BOLD, { id: 'later', state: 'sent' });
    expect(toBotsView(serverHas(stored, 'long gone'), [sent]).bots).toEqual([
      { id: 'one', configuration: BOLD },
    ]);
  });

  it('ignores changes that this build can’t read', () => {
    const stored = [{ id: 'one', configuration: BOT }];
    expect(toBotsView(serverHas(stored), [change('one', { from: 'the future' })]).bots).toEqual(
      stored,
    );
  });
});
