// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createTabState, type TabCommand } from '../../../src/data/sync/leadership';
import { createTab } from '../../../src/data/sync/tabs';

const stop = new AbortController();
afterEach(() => stop.abort());

describe('a tab', () => {
  it('carries out all that one event asks for before the next, also one that comes meanwhile', () => {
    const commands: TabCommand[] = [];
    const tab = createTab(
      createTabState(null, true),
      (command) => {
        commands.push(command);
        // A browser without the lock says so at once.
        if (command === 'queue') tab.dispatch({ type: 'storage', isShared: false });
      },
      stop.signal,
    );
    tab.dispatch({ type: 'began' });
    expect(commands).toEqual(['queue', 'ask', 'release', 'lead']);
    expect(tab.role()).toBe('alone');
  });
});
