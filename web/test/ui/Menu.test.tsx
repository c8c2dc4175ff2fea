import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Menu } from '../../src/ui/Menu';

const chosen = vi.fn<(word: string) => void>();

function show() {
  chosen.mockClear();
  const items = ['Edit', 'Delete'].map((word) => ({
    key: word,
    word,
    onChoose: () => chosen(word),
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

it('offers its actions only when opened, and begins at the first', async () => {
  show();
  expect(inMenu()).toBeNull();
  expect(more()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(more());
  expect(more()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
});

it('does what is chosen by the keyboard alone, and gives the focus back', async () => {
  show();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}{Tab}{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Delete');
  expect(inMenu()).toBeNull();
  expect(more()).toHaveFocus();
});

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its own button', () => userEvent.click(more())],
])('is closed by %s, which chooses nothing and keeps the place', async (_, close) => {
  show();
  await userEvent.click(more());
  await close();
  expect(inMenu()).toBeNull();
  expect(more()).toHaveFocus();
  expect(chosen).not.toHaveBeenCalled();
});

it.each([
  ['a press elsewhere', () => userEvent.click(screen.getByRole('button', { name: 'Next' }))],
  ['Tab past its end', () => userEvent.keyboard('{Tab}{Tab}')],
])('is closed by %s, where the focus stays', async (_, close) => {
  show();
  await userEvent.click(more());
  await close();
  expect(inMenu()).toBeNull();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});

it('is closed when the page moves below it', async () => {
  show();
  await userEvent.click(more());
  window.dispatchEvent(new Event('scroll'));
  await vi.waitFor(() => expect(inMenu()).toBeNull());
});
