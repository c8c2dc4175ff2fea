// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncNetwork } from '../../../src/data/network/sync';
import { member } from '../../support/member';
import { signedInAs } from '../../support/render';

const asked = vi.hoisted((): (() => void)[] => []);

vi.mock('../../../src/data/auth/call', () => ({
  call: () => new Promise((_, reject) => asked.push(() => reject(new Error('Not now')))),
}));

beforeEach(() => {
  asked.length = 0;
  signedInAs(member({ id: 'ada' }));
});
afterEach(() => signedInAs(null));

describe('what changed in a room', () => {
  it('is asked for once at a time', async () => {
    const first = syncNetwork('ada');
    const second = syncNetwork('ada');
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.();
    await Promise.all([first, second]);
    void syncNetwork('ada');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
  });

  it('is asked for anew by the next member, while the first one’s answer is on its way', async () => {
    signedInAs(member({ id: 'chidi' }));
    void syncNetwork('chidi');
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    signedInAs(member({ id: 'dayo' }));
    void syncNetwork('dayo');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
  });
});
