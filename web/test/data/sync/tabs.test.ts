// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createTabState, type TabCommand } from '../../../src/data/sync/leadership';
import { createTab } from '../../../src/data/sync/tabs';

const stop = new AbortController();
afterEach(() => stop.abort());

describe('createTab', () => {
  it('finishes an event’s commands before handling an event dispatched by one of them', () => {
    const commands: TabCommand[] = [];
    const tab = createTab(
      createTabState(null, true),
      (command) => {
        commands.push(command);
        // A browser without locks reports it synchronously.
        if (command === 'queue') tab.dispatch({ type: 'storage', isShared: false });
      },
      stop.signal,
    );
    tab.dispatch({ type: 'began' });
    expect(commands).toEqual(['queue', 'ask', 'release', 'lead']);
    expect(tab.role()).toBe('alone');
  });
});
