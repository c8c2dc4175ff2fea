// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { showCode } from '../../src/app/problem';

const codes = ['7KQ2M9XD', '00AB34CD'];
vi.mock('../../src/data/sync/problems', () => ({ reportProblem: () => codes.shift() ?? '' }));

beforeEach(() => {
  document.body.replaceChildren();
});

it('shows a problem code that can be copied and closed, without replacing an open one', async () => {
  const user = userEvent.setup();
  showCode('asked');
  expect(await screen.findByText('7KQ2-M9XD')).toBeVisible();
  expect(screen.getByRole('status', { name: 'Problem code' })).toHaveTextContent(
    'Send this code to support.',
  );
  // A new failure doesn't replace a code that somebody may be reading out.
  showCode('call');
  expect(screen.getByText('7KQ2-M9XD')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy Problem code' }));
  expect(await navigator.clipboard.readText()).toBe('7KQ2-M9XD');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('7KQ2-M9XD')).toBeNull());
  showCode('screen');
  expect(await screen.findByText('00AB-34CD')).toBeVisible();
});
