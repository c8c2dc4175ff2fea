import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createMemberArchive } from '../../../src/data/privacy/archive';
import { Download } from '../../../src/screens/settings/Account';
import { renderAt } from '../../support/render';

vi.mock('../../../src/data/privacy/archive', () => ({ createMemberArchive: vi.fn() }));

it('shows what the archive is waiting for', async () => {
  vi.mocked(createMemberArchive).mockReturnValue(new Promise(() => undefined));
  renderAt('/', <Download />);
  const button = screen.getByRole('button', { name: 'Download my data' });
  await userEvent.click(button);
  expect(button).toHaveTextContent(/^Gathering…$/);
  const [report = () => undefined] = vi.mocked(createMemberArchive).mock.lastCall ?? [];
  act(() => report({ step: 'signals', count: 1200 }));
  expect(button).toHaveTextContent(/^Gathering signals… 1,200$/);
  act(() => report({ step: 'files', count: 3, total: 700 }));
  expect(button).toHaveTextContent(/^Gathering files… 3 of 700$/);
  act(() => report({ step: 'rate-limit', count: 600, total: 700 }));
  expect(button).toHaveTextContent(/^Continuing in a few minutes… 600 of 700 files$/);
});
