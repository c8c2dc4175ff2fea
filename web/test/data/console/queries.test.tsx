import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { ApiError } from '../../../src/data/core/errors';
import { createStaffCache } from '../../../src/data/console/queries';
import { useRequest } from '../../../src/data/core/useRequest';
import { useFactorRequest } from '../../../src/data/console/secondFactor';
import { member } from '../../support/member';
import { loggedInAs } from '../../support/render';

beforeEach(() => loggedInAs(member({ staff: true })));
afterEach(() => loggedInAs(null));

const WORDS = { fallback: 'It failed' };

/** Renders useRequest with an optional key; `ask` is the request. */
const renderQuery = (queryKey: string | null, ask: () => Promise<string>) => {
  const cache = createStaffCache<string>();
  return renderHook(
    (asked: string | null) => useRequest(ask, { cache, key: asked, failure: WORDS }),
    {
      initialProps: queryKey,
    },
  );
};

describe('useRequest', () => {
  it('is idle without a key and loads once there is one', async () => {
    const ask = vi.fn(() => Promise.resolve('yes'));
    const { result, rerender } = renderQuery(null, ask);
    expect(result.current).toMatchObject({ loading: false, data: undefined });
    expect(ask).not.toHaveBeenCalled();
    rerender('now');
    expect(result.current.loading).toBe(true);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    expect(result.current.data).toBe('yes');
    rerender(null);
    expect(result.current.loading).toBe(false);
  });

  it('reports a failure until it is reloaded', async () => {
    const ask = vi.fn(() => Promise.resolve('yes'));
    ask.mockRejectedValueOnce(new Error('offline'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current.failure).not.toBeNull());
    act(result.current.reload);
    expect(result.current.loading).toBe(true);
    expect(result.current.failure).toBeNull();
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
  });
});

describe('useRequest reload', () => {
  it('repeats the request if an update preceded the response', async () => {
    let reply: (value: string) => void = () => undefined;
    const ask = vi.fn(() => Promise.resolve('with the decided row'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    ask.mockImplementationOnce(() => new Promise<string>((resolve) => (reply = resolve)));
    ask.mockImplementation(() => Promise.resolve('without it, and with a new one'));
    act(result.current.reload);
    act(() => result.current.update(() => 'without it'));
    act(() => reply('with the decided row'));
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current.data).toBe('without it, and with a new one');
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('sends one request if the update changed nothing', async () => {
    let reply: (value: string) => void = () => undefined;
    const ask = vi.fn(() => Promise.resolve('old'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    ask.mockImplementationOnce(() => new Promise<string>((resolve) => (reply = resolve)));
    act(result.current.reload);
    act(() => result.current.update((value) => value));
    act(() => reply('new'));
    await waitFor(() => expect(result.current.data).toBe('new'));
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe('useRequest poll', () => {
  it('shows a new response without a loading state', async () => {
    let answer = 'old';
    const { result } = renderQuery('now', () => Promise.resolve(answer));
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    answer = 'new';
    act(result.current.poll);
    expect(result.current).toMatchObject({ loading: false, failure: null });
    await waitFor(() => expect(result.current.data).toBe('new'));
  });

  it('keeps the last response if a poll fails', async () => {
    const ask = vi.fn(() => Promise.resolve('yes'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    ask.mockRejectedValueOnce(new Error('offline'));
    await act(async () => {
      result.current.poll();
      await Promise.resolve();
    });
    expect(result.current).toMatchObject({ loading: false, failure: null, data: 'yes' });
  });

  it('reports a failure if the server denies a poll', async () => {
    const ask = vi.fn(() => Promise.resolve('yes'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    ask.mockRejectedValue(new ApiError('Not allowed', 403));
    act(result.current.poll);
    await waitFor(() => expect(result.current.failure).not.toBeNull());
  });

  it('drops a response that an update preceded', async () => {
    let reply: (value: string) => void = () => undefined;
    const ask = vi.fn(() => Promise.resolve('with the decided row'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    ask.mockImplementationOnce(() => new Promise<string>((resolve) => (reply = resolve)));
    act(result.current.poll);
    act(() => result.current.update(() => 'without it'));
    await act(async () => {
      reply('with the decided row');
      await Promise.resolve();
    });
    expect(result.current.data).toBe('without it');
  });

  it('sends one request at a time', async () => {
    const ask = vi.fn(() => Promise.resolve('yes'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    ask.mockImplementation(() => new Promise<string>(() => undefined));
    act(() => {
      result.current.poll();
      result.current.poll();
    });
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe('an expired second factor', () => {
  it('is requested in place with the last data kept, and the query resumes once it is presented', async () => {
    const request = renderHook(useFactorRequest);
    const ask = vi.fn(() => Promise.resolve('old'));
    const { result } = renderQuery('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, failure: null }));
    const refusal = new ApiError(
      'Please show it',
      403,
      undefined,
      false,
      undefined,
      FACTOR_REFUSALS.missing,
    );
    ask.mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    ask.mockImplementation(() => Promise.resolve('new'));
    act(result.current.poll);
    await waitFor(() => expect(request.result.current?.reason).toBe('missing'));
    expect(result.current.data).toBe('old');
    act(() => request.result.current?.settle(true));
    await waitFor(() => expect(result.current.data).toBe('new'));
    expect(result.current).toMatchObject({ loading: false, failure: null });
  });
});
