import { createAnswerCheck } from '@quantalgo/contracts/auth/challenge';
import { CHALLENGE_REQUIRED, SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ForgotScreen from '../../../src/screens/auth/ForgotScreen';
import { renderAt, loggedInAs } from '../../support/render';

const answer = vi.fn<typeof fetch>();
const timestamp = () => new Date().toISOString();
const CHALLENGE = { challenge: 'of-the-server', bits: 14 };

const sent = () =>
  Response.json({ success: true, message: 'It is on its way', timestamp: timestamp(), data: {} });
const refusal = (status: number, code: string, data?: unknown, headers?: HeadersInit) =>
  Response.json(
    { success: false, error: 'Not now', code, data, timestamp: timestamp() },
    { status, ...(headers && { headers }) },
  );

async function requestReset() {
  renderAt('/forgot-password', <ForgotScreen />);
  await userEvent.type(screen.getByLabelText('Email'), 'ada@quantalgo.test');
  await userEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }));
}

const getHeaders = (call: number) => new Headers(answer.mock.calls[call]?.[1]?.headers);

describe('forgotten password form', () => {
  beforeEach(() => {
    loggedInAs(null);
    vi.stubGlobal('fetch', answer);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    answer.mockReset();
  });

  it('solves a challenge automatically, shows that it does, and continues', async () => {
    let refuse: (reply: Response) => void = () => undefined;
    answer
      .mockReturnValueOnce(new Promise((resolve) => (refuse = resolve)))
      .mockImplementation(() => Promise.resolve(sent()));
    await requestReset();
    const seen: string[] = [];
    const watch = new MutationObserver(() => seen.push(document.body.textContent));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    refuse(refusal(428, CHALLENGE_REQUIRED, CHALLENGE));
    expect(await screen.findByText('Check Your Email!')).toBeVisible();
    watch.disconnect();
    expect(seen.join()).toContain('Checking your device…');
    expect(getHeaders(0).get('x-challenge')).toBeNull();
    const [challenge, solution] = getHeaders(1).get('x-challenge')?.split(' ') ?? [];
    expect(challenge).toBe(CHALLENGE.challenge);
    expect(createAnswerCheck(CHALLENGE)(Number(solution))).toBe(true);
  });

  it('stops after four attempts if the server accepts no solution', async () => {
    answer.mockImplementation(() =>
      Promise.resolve(refusal(428, CHALLENGE_REQUIRED, { ...CHALLENGE, bits: 1 })),
    );
    await requestReset();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    expect(answer).toHaveBeenCalledTimes(4);
  });

  it('retries automatically after a busy server’s Retry-After', async () => {
    answer
      .mockResolvedValueOnce(refusal(429, SERVER_BUSY, undefined, { 'Retry-After': '1' }))
      .mockImplementation(() => Promise.resolve(sent()));
    await requestReset();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    await waitFor(() => expect(screen.getByText('Check Your Email!')).toBeVisible(), {
      timeout: 5000,
    });
    expect(answer).toHaveBeenCalledTimes(2);
  });
});
