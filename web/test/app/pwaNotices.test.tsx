import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InstallNotice } from '../../src/app/shell/InstallNotice';
import { UpdateNotice } from '../../src/app/shell/Notices';
import { openOutbox } from '../../src/data/outbox/database';
import { enqueueItem } from '../../src/data/outbox/outbox';
import { installPrompt } from '../../src/data/pwa/install';
import { availableUpdate } from '../../src/data/pwa/appState';

const MONTH_AGO = Date.now() - 30 * 24 * 60 * 60_000;
const visitedBefore = () =>
  localStorage.setItem(
    'quantalgo.install',
    JSON.stringify({ visits: 1, seenAt: MONTH_AGO, refusals: 0, refusedAt: 0 }),
  );
const offer = () => screen.findByText(/^Install QuantAlgo/);
const noOffer = () => expect(screen.queryByText(/^Install QuantAlgo/)).not.toBeInTheDocument();

describe('InstallNotice', () => {
  const install = vi.fn();
  beforeEach(() => {
    install.mockReset();
    act(() => installPrompt.set(install));
  });
  afterEach(async () => {
    act(() => installPrompt.set(null));
    await (await openOutbox()).database.items.clear();
  });

  it('opens the browser’s install prompt when tapped', async () => {
    visitedBefore();
    render(<InstallNotice uid="ada" />);
    await offer();
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(install).toHaveBeenCalledOnce();
  });

  it('disappears when declined and doesn’t return', async () => {
    visitedBefore();
    const { unmount } = render(<InstallNotice uid="ada" />);
    await offer();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    noOffer();
    unmount();
    render(<InstallNotice uid="ada" />);
    await act(() => openOutbox());
    noOffer();
  });

  it('is hidden while the outbox has pending items', async () => {
    visitedBefore();
    const { id } = await enqueueItem('ada', { kind: 'proof', traderId: '12345678' });
    render(<InstallNotice uid="ada" />);
    await act(() => openOutbox());
    noOffer();
    await act(async () => (await openOutbox()).database.items.delete(id));
    await offer();
  });
});

describe('UpdateNotice', () => {
  afterEach(() => {
    act(() => availableUpdate.set(null));
  });

  it('lists what is new and updates when tapped', async () => {
    const apply = vi.fn();
    const build = { name: '0.2.0 (1a2b3c4)', news: ['Charts of every signal.'] };
    act(() => availableUpdate.set({ build, apply }));
    render(<UpdateNotice />);
    expect(screen.getByRole('listitem')).toHaveTextContent('Charts of every signal.');
    await userEvent.click(screen.getByRole('button', { name: 'Update now' }));
    expect(apply).toHaveBeenCalledOnce();
  });

  it('stays hidden after Later until the next version', async () => {
    act(() => availableUpdate.set({ build: null, apply: vi.fn() }));
    render(<UpdateNotice />);
    await userEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    act(() => availableUpdate.set({ build: null, apply: vi.fn() }));
    expect(screen.getByRole('status')).toHaveTextContent('A new version is ready.');
  });
});
