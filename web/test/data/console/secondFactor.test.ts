import { expect, it, vi } from 'vitest';
import { syncPush } from '../../../src/data/push/devicePush';
import { call } from '../../../src/data/auth/call';
import { confirmFactor, presentFactor } from '../../../src/data/console/secondFactor';

vi.mock(import('../../../src/data/auth/call'), async (original) => ({
  ...(await original()),
  call: vi.fn().mockResolvedValue({ data: { recoveryCodes: ['one'] } }),
}));
vi.mock(import('../../../src/data/push/devicePush'), async (original) => ({
  ...(await original()),
  syncPush: vi.fn().mockResolvedValue(undefined),
}));

it.each([
  ['presented', presentFactor],
  ['set up', confirmFactor],
])(
  'registers the device for push once the factor is %s, but not if it is rejected',
  async (_, show) => {
    vi.mocked(syncPush).mockClear();
    await show('123456');
    await vi.waitFor(() => expect(syncPush).toHaveBeenCalledOnce());
    vi.mocked(call).mockRejectedValueOnce(new Error('A wrong code'));
    await expect(show('654321')).rejects.toThrow('A wrong code');
    expect(syncPush).toHaveBeenCalledOnce();
  },
);
