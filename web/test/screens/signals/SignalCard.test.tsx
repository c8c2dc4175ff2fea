import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { ENTER_NOW_WINDOW_MS } from '@quantalgo/contracts/signals/signal';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { SignalCard } from '../../../src/screens/signals/SignalCard';
import type { ReceivedSignal } from '../../../src/data/signals/useSignals';
import { brokeEven, ENTRY, lostAll, received, wonAtLevel1 } from './signals';

const show = (now: number, changes: Partial<ReceivedSignal> = {}) => {
  render(<SignalCard signal={received(0, changes)} now={now} />, {
    wrapper: MemoryRouter,
  });
  return screen.getByRole('article', { name: 'EUR/USD CALL signal' });
};

describe('the signal card', () => {
  it('counts down to the entry and says when and up to which price', () => {
    const card = show(ENTRY - 148_000);
    expect(card).toHaveTextContent(/^Paper onlyPending · Mean reversionEUR\/USDCALL/);
    expect(screen.getByTestId('ring')).toHaveTextContent('2:28until entry');
    expect(card).toHaveTextContent('Enter at15:10 WAT, for 5 min');
    expect(card).toHaveTextContent('Reference 1.08542');
    expect(card).toHaveTextContent('Not above1.08559');
  });

  it('bounds a PUT from below', () => {
    render(<SignalCard signal={received(0, { direction: 'PUT' })} now={ENTRY - 1000} />, {
      wrapper: MemoryRouter,
    });
    expect(screen.getByRole('article')).toHaveTextContent('Not below1.08559');
  });

  it('checks the price at the entry, and says no go where nobody says go within ten seconds', () => {
    const card = show(ENTRY + 6000);
    expect(card).toHaveTextContent('Checking the price15:10 WAT');
    expect(screen.getByTestId('ring')).toHaveTextContent('0:04checking');
    expect(card).not.toHaveTextContent('Enter now');
    cleanup();
    expect(show(ENTRY + 10_000)).toHaveTextContent("No go at 15:10 WATDon't enter");
    expect(screen.getByTestId('ring')).toHaveTextContent('No go');
  });

  it('says to wait while the price of a signal that may be entered is checked', () => {
    const firstEntry = { value: 58.4, low: 57.4, high: 59.4 };
    const wait =
      'Wait: its price at 15:10 WAT is being checked. Enter only if this says “Enter now”';
    expect(show(ENTRY + 6000, { firstEntry })).toHaveTextContent(wait);
    cleanup();
    expect(show(ENTRY + 6000)).toHaveTextContent('By our own figures this loses');
  });

  it('lets no verdict call once the signal can’t be entered', () => {
    const firstEntry = { value: 58.4, low: 57.4, high: 59.4 };
    const mark = () => screen.getByText('Pays').parentElement;
    show(ENTRY - 1000, { firstEntry });
    expect(mark()).toHaveClass('text-call');
    for (const late of [ENTER_NOW_WINDOW_MS, 4 * SLOT_MS]) {
      cleanup();
      show(ENTRY + late, { firstEntry });
      expect(mark()).not.toHaveClass('text-call');
    }
  });

  it('leads with “No go” in the place of the verdict that its odds had', () => {
    const firstEntry = { value: 58.4, low: 57.4, high: 59.4 };
    expect(show(ENTRY + 10_000, { firstEntry })).toHaveTextContent(/^No goWas: Pays · Mean/);
  });

  it('says no go of a price past its limit, and later that it was not entered', () => {
    const card = show(ENTRY + 2000, { entered: false });
    expect(card).toHaveTextContent("No go at 15:10 WATDon't enter");
    expect(card).toHaveTextContent('Not above1.08559');
    cleanup();
    const later = show(ENTRY + 60_000, { entered: false });
    expect(later).toHaveTextContent('No go at 15:10 WATNot entered');
    expect(later).toHaveTextContent('not among those that could be entered');
  });

  it('says to enter now for thirty seconds once it is confirmed', () => {
    const card = show(ENTRY + 6000, { entered: true });
    expect(card).toHaveTextContent('Enter now15:10 WAT');
    expect(screen.getByTestId('ring')).toHaveTextContent('0:24enter now');
  });

  it('warns from the thirtieth second on, and says which level runs until when', () => {
    const card = show(ENTRY + ENTER_NOW_WINDOW_MS);
    expect(card).toHaveTextContent("Too late, don't enter");
    expect(card).toHaveTextContent('Level 0 running to15:15 WAT');
    expect(card).not.toHaveTextContent('Enter now');
  });

  it('waits for the close once its first level is over, and calls nothing lost', () => {
    const card = show(ENTRY + SLOT_MS + 60_000);
    expect(card).toHaveTextContent('Waiting for the close');
    expect(card).toHaveTextContent('Level 1, if needed, closes at15:20 WAT');
    expect(card).toHaveTextContent('Level 0, waiting for the close');
    expect(card).not.toHaveTextContent(/, lost|not won/);
  });

  it('waits for the close when all levels are over', () => {
    const card = show(ENTRY + 4 * SLOT_MS);
    expect(card).toHaveTextContent('All levels are overWaiting for the close');
    expect(card).not.toHaveTextContent('Break-even');
  });

  it.each([
    [wonAtLevel1(), 'Won at level 11.08520 → 1.08550', 'Closed at15:20 WAT'],
    [lostAll(), 'Lost all four levels1.08510 → 1.08500', 'Closed at15:30 WAT'],
    [brokeEven(), 'Break-even1.08540 → 1.08540', 'Closed at15:15 WAT'],
  ])('says how it ended, with the closes that decided it', (settlement, ending, closed) => {
    const card = show(ENTRY + 5 * SLOT_MS, { settlement });
    expect(card).toHaveTextContent(ending);
    expect(card).toHaveTextContent(closed);
  });

  it('says that a signal is lost for not being judged in time', () => {
    const settlement = { ...lostAll(), settledAt: ENTRY + 25 * 3_600_000 };
    expect(show(ENTRY, { settlement })).toHaveTextContent('Lost: not judged in time');
  });

  it('puts each probability beside what a coin scores and what pays', () => {
    const card = show(ENTRY - 1000);
    expect(card).toHaveTextContent('First entry wins52.4 %');
    expect(card).toHaveTextContent('coin 50pays from 55.6');
    expect(card).toHaveTextContent('AI confidence, within 4 levels94.1 %');
    expect(card).toHaveTextContent('coin 93.8pays from 96.1');
  });

  it('shows the four levels with their times, and what losing them all costs', () => {
    const card = show(ENTRY - 1000);
    expect(card).toHaveTextContent('a four-level loss costs 18.7× the first stake');
    const levels = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(levels).toEqual([
      'stake ×115:10Level 0, now',
      'stake ×2.215:15Level 1, ahead',
      'stake ×4.815:20Level 2, ahead',
      'stake ×10.615:25Level 3, ahead',
    ]);
  });

  it('says its delay only when it came live', () => {
    const card = show(ENTRY - 1000);
    expect(card).toHaveTextContent('here in 0.2 s');
    expect(card).toHaveTextContent('Created 15:05 · Valid until 15:10 WAT');
  });

  it('says no delay when it was caught up with', () => {
    expect(show(ENTRY - 1000, { live: false })).not.toHaveTextContent('here in');
  });

  it('says that simulated prices are no market to trade', () => {
    expect(show(ENTRY - 1000)).toHaveTextContent('Demonstration on simulated prices');
    expect(screen.getByText(/Risk warning/)).toBeInTheDocument();
  });

  it('leads with a verdict that pays, in the colours that call', () => {
    const firstEntry = { value: 58.2, low: 57, high: 59.4 };
    const card = show(ENTRY - 1000, { firstEntry });
    expect(card).toHaveTextContent(/^Pays/);
    expect(card).toHaveTextContent(
      'By our figures it wins 58.2 % of first entries; your broker’s payout breaks even at 55.6 %.',
    );
    expect(screen.getByText('CALL').parentElement).toHaveClass('text-call');
  });

  it('leads with too few results if the interval holds the break-even', () => {
    const card = show(ENTRY - 1000, { firstEntry: { value: 55, low: 53.4, high: 56.6 } });
    expect(card).toHaveTextContent(/^Not enough results/);
    expect(card).toHaveTextContent('Not enough results to tell');
  });

  it('draws what is for paper only quiet, also in its entry minute', () => {
    const card = show(ENTRY + 6000);
    expect(card).toHaveTextContent(
      'By our own figures this loses about 20 cents of every first stake.',
    );
    expect(screen.getByText('CALL').parentElement).toHaveClass('text-muted');
    expect(card.innerHTML).not.toMatch(/(text|bg|stroke|border)-(call|put|accent)\b/);
    expect(card).not.toHaveClass('border-amber');
  });

  it('keeps confidence, times, levels and the risk in sight, and folds the rest', () => {
    const card = show(ENTRY - 1000);
    expect(card).toHaveTextContent(
      'Martingale levels 0 15:10 · 1 15:15 · 2 15:20 · 3 15:25, 18.7 stakes in all',
    );
    expect(card).toHaveTextContent(
      'AI confidence 94.1 % (one of four coin flips wins: 93.8 %) · Created 15:05 · Valid until 15:10 WAT',
    );
    const folded = screen.getByText('Odds, stakes and proof').closest('details');
    expect(folded).not.toHaveAttribute('open');
    expect(folded).toHaveTextContent('First entry wins');
    expect(folded).toHaveTextContent('Sealed');
    expect(folded).not.toHaveTextContent('Risk warning');
  });

  it('calls a signal on live prices no demonstration', () => {
    expect(show(ENTRY - 1000, { source: 'twelvedata' })).not.toHaveTextContent('Demonstration');
  });
});
