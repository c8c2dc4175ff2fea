import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Menu } from '../../src/ui/Menu';

const onChoose = vi.fn<(word: string) => void>();

function show() {
  onChoose.mockClear();
  const items = ['Edit', 'Delete'].map((word) => ({
    key: word,
    word,
    onChoose: () => onChoose(word),
  }));
  render(
    <>
      <Menu label="More" items={items}>
        …
      </Menu>
      <button type="button">Next</button>
    </>,
  );
}

const more = () => screen.getByRole('button', { name: 'More' });
const inMenu = () => screen.queryByRole('button', { name: 'Delete' });

it('shows its actions only when open, and focuses the first', async () => {
  show();
  expect(inMenu()).toBeNull();
  expect(more()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(more());
  expect(more()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
});

it('runs an action chosen by keyboard, then restores the focus', async () => {
  show();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}{Tab}{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Delete');
  expect(inMenu()).toBeNull();
  expect(more()).toHaveFocus();
});

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its own button', () => userEvent.click(more())],
])('closes on %s without choosing, and restores the focus', async (_, close) => {
  show();
  await userEvent.click(more());
  await close();
  expect(inMenu()).toBeNull();
  expect(more()).toHaveFocus();
  expect(onChoose).not.toHaveBeenCalled();
});

it.each([
  ['a press elsewhere', () => userEvent.click(screen.getByRole('button', { name: 'Next' }))],
  ['Tab past its end', () => userEvent.keyboard('{Tab}{Tab}')],
])('closes on %s and leaves the focus there', async (_, close) => {
  show();
  await userEvent.click(more());
  await close();
  expect(inMenu()).toBeNull();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});

it('closes when the page scrolls', async () => {
  show();
  await userEvent.click(more());
  window.dispatchEvent(new Event('scroll'));
  await vi.waitFor(() => expect(inMenu()).toBeNull());
});
