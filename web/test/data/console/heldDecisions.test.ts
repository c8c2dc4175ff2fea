import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldDecisions, UNDO_TIMEOUT_MS } from '../../../src/data/console/heldDecisions';
import { clockOffset } from '../../../src/data/core/clock';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  clockOffset.set(null);
});

const hold = (held: HeldDecisions, send: () => Promise<unknown>, id = '1') =>
  held.hold({ ids: [id], text: `Proof ${id}`, send, describeFailure: String });

describe('HeldDecisions', () => {
  it('sends a decision when its undo period ends, then removes it', async () => {
    const held = new HeldDecisions();
    const send = vi.fn(() => Promise.resolve());
    hold(held, send);
    await vi.advanceTimersByTimeAsync(UNDO_TIMEOUT_MS - 1);
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledOnce();
    expect(held.get()).toEqual([]);
  });

  it('uses the server’s clock for the undo period', () => {
    clockOffset.set({ offset: 90_000, roundTrip: 20 });
    const held = new HeldDecisions();
    hold(held, () => Promise.resolve());
    expect(held.get()).toMatchObject([{ until: Date.now() + 90_000 + UNDO_TIMEOUT_MS }]);
  });

  it('never sends an undone decision or undoes one that is being sent', async () => {
    const held = new HeldDecisions();
    const send = vi.fn(() => new Promise(() => undefined));
    hold(held, send);
    const [first] = held.get();
    expect(held.undo(first?.key ?? '')).toBe(true);
    await vi.advanceTimersByTimeAsync(UNDO_TIMEOUT_MS);
    expect(send).not.toHaveBeenCalled();
    hold(held, send);
    await vi.advanceTimersByTimeAsync(UNDO_TIMEOUT_MS);
    expect(held.get()).toMatchObject([{ state: 'sending' }]);
    expect(held.undo(held.get()[0]?.key ?? '')).toBe(false);
  });

  it('sends each decision once when flushed', async () => {
    const held = new HeldDecisions();
    const send = vi.fn(() => Promise.resolve());
    hold(held, send, '1');
    hold(held, send, '2');
    void held.flush();
    void held.flush();
    await vi.advanceTimersByTimeAsync(UNDO_TIMEOUT_MS);
    expect(send).toHaveBeenCalledTimes(2);
    expect(held.get()).toEqual([]);
  });

  it('resolves flush once all decisions have settled, including those in flight', async () => {
    const held = new HeldDecisions();
    const answers: (() => void)[] = [];
    const send = () => new Promise<void>((resolve) => answers.push(resolve));
    const done = vi.fn();
    hold(held, send, '1');
    await vi.advanceTimersByTimeAsync(UNDO_TIMEOUT_MS);
    hold(held, send, '2');
    void held.flush().then(done);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).not.toHaveBeenCalled();
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalledOnce();
  });

  it('keeps a failed decision until it is dismissed', async () => {
    const held = new HeldDecisions();
    hold(held, () => Promise.reject(new Error('no answer')));
    await vi.advanceTimersByTimeAsync(UNDO_TIMEOUT_MS);
    expect(held.get()).toMatchObject([{ state: 'failed', failure: 'Error: no answer' }]);
    held.dismiss(held.get()[0]?.key ?? '');
    expect(held.get()).toEqual([]);
  });
});
