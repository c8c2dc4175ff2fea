import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '../../src/ui/Button';

describe('Button', () => {
  it('calls onClick when pressed', async () => {
    const press = vi.fn();
    render(<Button onClick={press}>Copy</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(press).toHaveBeenCalledOnce();
  });

  it('shows its busy label, keeps the focus and ignores presses while busy', async () => {
    const press = vi.fn();
    const { rerender } = render(<Button onClick={press}>Send</Button>);
    screen.getByRole('button').focus();
    rerender(
      <Button onClick={press} busyLabel="Sending…">
        Send
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Sending…' });
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(press).not.toHaveBeenCalled();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });

  it('treats a double click or a held key as one press if it is two-step', async () => {
    const press = vi.fn();
    render(
      <Button isTwoStep onClick={press}>
        Stop
      </Button>,
    );
    const button = screen.getByRole('button');
    await userEvent.dblClick(button);
    expect(press).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Enter>3/}');
    expect(press).toHaveBeenCalledTimes(2);
    await userEvent.click(button);
    expect(press).toHaveBeenCalledTimes(3);
  });

  it('doesn’t submit its form while busy', async () => {
    const send = vi.fn();
    render(
      <form onSubmit={send}>
        <input aria-label="Email" />
        <Button type="submit" busyLabel="Sending…">
          Send
        </Button>
      </form>,
    );
    await userEvent.type(screen.getByLabelText('Email'), 'ada{Enter}');
    expect(send).not.toHaveBeenCalled();
  });
});
