import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Tooltip } from '../../src/ui/Tooltip';

describe('Tooltip', () => {
  beforeEach(() => {
    render(
      <Tooltip text="Unlock with funded account">
        {(tip) => (
          <a href="/dashboard" aria-describedby={tip}>
            Signal Stream
          </a>
        )}
      </Tooltip>,
    );
  });

  it('describes its control to screen readers', () => {
    expect(screen.getByRole('link')).toHaveAccessibleDescription('Unlock with funded account');
  });

  it('hides on Escape without moving the focus, and can be shown again', async () => {
    const tip = screen.getByText('Unlock with funded account');
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(tip).not.toBeVisible();
    expect(screen.getByRole('link')).toHaveFocus();
    await userEvent.tab();
    expect(tip).toBeVisible();
  });
});
