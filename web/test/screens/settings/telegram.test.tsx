import type { TelegramLink } from '@quantalgo/contracts/telegram/endpoints';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fetchTelegramLink,
  requestTelegramCode,
  unlinkTelegram,
} from '../../../src/data/telegram/telegram';
import { serverNow } from '../../../src/data/core/clock';
import { Telegram } from '../../../src/screens/settings/Telegram';

vi.mock(import('../../../src/data/telegram/telegram'), () => ({
  fetchTelegramLink: vi.fn(),
  requestTelegramCode: vi.fn(),
  unlinkTelegram: vi.fn(() => Promise.resolve()),
}));

const BOT = 'https://t.me/quantalgo_signals_bot';
const UNLINKED: TelegramLink = { bot: BOT, linkedAt: null, channel: 'starter' };
const LINKED: TelegramLink = { ...UNLINKED, linkedAt: '2026-11-20T11:00:00.000Z' };

const answers = (...links: readonly TelegramLink[]) => {
  for (const link of links) vi.mocked(fetchTelegramLink).mockResolvedValueOnce(link);
};

beforeEach(() => {
  vi.mocked(fetchTelegramLink).mockReset();
  vi.mocked(requestTelegramCode).mockReset();
  vi.mocked(unlinkTelegram).mockClear();
});

const enterPassword = () =>
  fireEvent.change(screen.getByLabelText('Your password, to link a chat'), {
    target: { value: 'Trader2026' },
  });

describe('Telegram link', () => {
  it('shows a code with a link to the bot and then the linked state', async () => {
    answers(UNLINKED, LINKED);
    vi.mocked(requestTelegramCode).mockResolvedValue({
      code: 'QK7M2PXA',
      url: `${BOT}?start=qk7m2pxa`,
      expiresAt: serverNow() + 600_000,
    });
    render(<Telegram />);
    await screen.findByText(/^Your tier includes the Starter channel/);
    fireEvent.click(screen.getByRole('button', { name: 'Get a code' }));
    expect(await screen.findByText('Please enter your current password')).toBeVisible();
    expect(requestTelegramCode).not.toHaveBeenCalled();
    enterPassword();
    fireEvent.click(screen.getByRole('button', { name: 'Get a code' }));
    expect(await screen.findByText('QK7M2PXA')).toBeVisible();
    expect(requestTelegramCode).toHaveBeenCalledWith('Trader2026');
    expect(screen.getByRole('link', { name: /^Open the bot/ })).toHaveAttribute(
      'href',
      `${BOT}?start=qk7m2pxa`,
    );
    expect(screen.getByText(/^Valid for/)).toHaveTextContent(
      /^Valid for (10:0[01]|9:5\d), for one use\./,
    );
    fireEvent.click(screen.getByRole('button', { name: 'I’ve done this' }));
    expect(await screen.findByText(/^Linked since 20 Nov 2026\./)).toBeVisible();
  });

  it('reports a failed request and removes an expired code', async () => {
    answers(UNLINKED);
    vi.mocked(requestTelegramCode)
      .mockRejectedValueOnce(new Error('nothing came'))
      .mockResolvedValueOnce({ code: 'QK7M2PXA', url: BOT, expiresAt: serverNow() - 1 });
    render(<Telegram />);
    const ask = await screen.findByRole('button', { name: 'Get a code' });
    enterPassword();
    fireEvent.click(ask);
    expect(await screen.findByText(/^Network error\./)).toBeVisible();
    fireEvent.click(ask);
    expect(await screen.findByText('That code has expired.')).toBeVisible();
    expect(screen.queryByText('QK7M2PXA')).toBeNull();
  });

  it('unlinks', async () => {
    answers(LINKED, UNLINKED);
    render(<Telegram />);
    fireEvent.click(await screen.findByRole('button', { name: 'Unlink Telegram' }));
    expect(await screen.findByRole('button', { name: 'Get a code' })).toBeVisible();
    expect(unlinkTelegram).toHaveBeenCalledOnce();
  });

  it('explains why no channel is open', async () => {
    answers({ ...UNLINKED, channel: null });
    render(<Telegram />);
    expect(await screen.findByText(/while your dashboard is locked/)).toBeVisible();
  });

  it('offers a retry if the link could not be fetched', async () => {
    vi.mocked(fetchTelegramLink).mockRejectedValueOnce(new Error('nothing came'));
    answers(LINKED);
    render(<Telegram />);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^Linked since/)).toBeVisible();
  });

  it('is hidden on a site without a bot', async () => {
    answers({ bot: null, linkedAt: null, channel: null });
    const { container } = render(<Telegram />);
    await act(() => Promise.resolve());
    expect(container).toBeEmptyDOMElement();
  });
});
