import { expect, it, vi } from 'vitest';
import { comparePush } from '../../../src/data/push/devicePush';
import { call } from '../../../src/data/auth/call';
import { confirmFactor, passFactor } from '../../../src/data/console/secondFactor';

vi.mock(import('../../../src/data/auth/call'), async (original) => ({
  ...(await original()),
  call: vi.fn().mockResolvedValue({ data: { recoveryCodes: ['one'] } }),
}));
vi.mock(import('../../../src/data/push/devicePush'), async (original) => ({
  ...(await original()),
  comparePush: vi.fn().mockResolvedValue(undefined),
}));

it.each([
  ['shown', passFactor],
  ['set up', confirmFactor],
])(
  'has this device registered for push once the factor is %s, and not where it is refused',
  async (_, show) => {
    vi.mocked(comparePush).mockClear();
    await show('123456');
    await vi.waitFor(() => expect(comparePush).toHaveBeenCalledOnce());
    vi.mocked(call).mockRejectedValueOnce(new Error('A wrong code'));
    await expect(show('654321')).rejects.toThrow('A wrong code');
    expect(comparePush).toHaveBeenCalledOnce();
  },
);
