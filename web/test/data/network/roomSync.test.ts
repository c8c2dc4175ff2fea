// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncNetwork } from '../../../src/data/network/sync';
import { member } from '../../support/member';
import { loggedInAs } from '../../support/render';

const pending = vi.hoisted((): (() => void)[] => []);

vi.mock('../../../src/data/auth/call', () => ({
  call: () => new Promise((_, reject) => pending.push(() => reject(new Error('Not now')))),
}));

beforeEach(() => {
  pending.length = 0;
  loggedInAs(member({ id: 'ada' }));
});
afterEach(() => loggedInAs(null));

describe('syncNetwork', () => {
  it('sends one request at a time', async () => {
    const first = syncNetwork('ada');
    const second = syncNetwork('ada');
    await vi.waitFor(() => expect(pending).toHaveLength(1));
    pending[0]?.();
    await Promise.all([first, second]);
    void syncNetwork('ada');
    await vi.waitFor(() => expect(pending).toHaveLength(2));
  });

  it('sends a new request for the next member while the first is pending', async () => {
    loggedInAs(member({ id: 'chidi' }));
    void syncNetwork('chidi');
    await vi.waitFor(() => expect(pending).toHaveLength(1));
    loggedInAs(member({ id: 'dayo' }));
    void syncNetwork('dayo');
    await vi.waitFor(() => expect(pending).toHaveLength(2));
  });
});
