import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { ENTER_NOW_WINDOW_MS } from '@quantalgo/contracts/signals/signal';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { SignalCard } from '../../../src/screens/signals/SignalCard';
import type { ReceivedSignal } from '../../../src/data/signals/useSignals';
import { brokeEven, ENTRY, lostAll, received, settled, wonAtLevel1 } from './signals';

const PAYING = { value: 60.4, low: 59.4, high: 61.4 };

const show = (now: number, changes: Partial<ReceivedSignal> = {}) => {
  render(<SignalCard signal={received(0, changes)} now={now} nextAt={ENTRY + SLOT_MS} />, {
    wrapper: MemoryRouter,
  });
  return screen.getByRole('article', { name: 'EUR/USD CALL signal' });
};

const stepTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('SignalCard', () => {
  it('leads with the action and its countdown, then the pair, direction and verdict', () => {
    expect(show(ENTRY - 148_000)).toHaveTextContent(
      /^Paper: enter at 15:10in 2:28EUR\/USDCALLPaper onlyAt your 80% payout this loses 20 cents per \$1 first stake on average\. Use it on paper\./,
    );
  });

  it('shows the entry window, the price limit and the trade’s end separately', () => {
    const card = show(ENTRY - 148_000);
    expect(card).toHaveTextContent('Enter, WAT15:10:00–15:10:30Not above1.08559Trade ends15:15');
    expect(card).toHaveTextContent('Created 15:05 · Valid until 15:10:30 WAT');
  });

  it('labels the limit of a PUT “Not below”', () => {
    render(<SignalCard signal={received(0, { direction: 'PUT' })} now={ENTRY - 1000} />, {
      wrapper: MemoryRouter,
    });
    expect(screen.getByRole('article')).toHaveTextContent('Not below1.08559');
  });

  it('shows confidence and first-entry odds, each beside its break-even value', () => {
    const card = show(ENTRY - 1000);
    expect(card).toHaveTextContent('AI confidence94.1%a coin: 93.8%');
    expect(card).toHaveTextContent('First entry wins52.4%breaks even at 55.6%');
  });

  it('waits during the price check, then says to do nothing if no price was confirmed in time', () => {
    const card = show(ENTRY + 6000);
    expect(card).toHaveTextContent(/^Wait: price checkdone in 0:04/);
    expect(card).toHaveTextContent('Enter only if this says “Enter now”.');
    cleanup();
    const late = show(ENTRY + 10_000);
    expect(late).toHaveTextContent(/^Do nothingnext in 4:50/);
    expect(late).toHaveTextContent('no price was confirmed within 10 seconds');
  });

  it('shows no limit, levels, risk warning or buttons after a no-go', () => {
    const card = show(ENTRY + 2000, { entered: false, firstEntry: PAYING });
    expect(card).toHaveTextContent(/^Do nothingnext in 4:58EUR\/USDCALLNo-go: at 15:10/);
    expect(card).toHaveTextContent('AI confidence 94.1% (a coin: 93.8%)');
    expect(card).not.toHaveTextContent(/Not above|Risk warning|Trade ends|Pays/);
    expect(screen.queryByRole('list', { name: 'Martingale levels' })).toBeNull();
    expect(screen.getByText('CALL').parentElement).toHaveClass('text-muted');
  });

  it('says to enter now for thirty seconds after the entry is confirmed', () => {
    const card = show(ENTRY + 6000, { entered: true });
    expect(card).toHaveTextContent(/^Paper: enter now0:24 left/);
    expect(stepTexts().slice(0, 4)).toEqual([
      '015:10level 0',
      '115:15level 1',
      '215:20level 2',
      '315:25level 3',
    ]);
    expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-current', 'step');
  });

  it('shows the odds at entry beside the published odds while the signal can be entered', () => {
    const restated = { entered: true, restatesOdds: true, entryOdds: 47.4 };
    const card = show(ENTRY + 6000, restated);
    expect(card).toHaveTextContent('First entry wins52.4%Now 47 in 100');
    expect(screen.getByText('Now 47 in 100')).toBeVisible();
    expect(card).toHaveTextContent('Paper onlyAt your 80% payout this loses 20 cents');
    cleanup();
    expect(show(ENTRY + 6000, { entered: true })).not.toHaveTextContent(/Now \d+ in 100/);
    cleanup();
    const running = show(ENTRY + ENTER_NOW_WINDOW_MS, restated);
    expect(running).toHaveTextContent('First entry wins52.4%breaks even at 55.6%');
    expect(running).not.toHaveTextContent(/Now \d+ in 100/);
  });

  it('keeps the replaced line in the layout when the odds at entry are shown', () => {
    show(ENTRY + 6000, { entered: true, restatesOdds: true, entryOdds: 47.4 });
    const replaced = screen.getByText('breaks even at 55.6%');
    expect(replaced).toHaveClass('invisible');
    expect(replaced).toHaveAttribute('aria-hidden', 'true');
    expect(replaced.parentElement).toContainElement(screen.getByText('Now 47 in 100'));
  });

  it.each([
    ['pays', PAYING, 'go', 'text-call'],
    ['has too few results', { value: 55, low: 53.4, high: 56.6 }, 'plain', 'text-muted'],
    ['is for paper only', { value: 52.4, low: 50.9, high: 53.9 }, 'plain', 'text-muted'],
  ])('colours the bar of a signal that %s as %o', (_, firstEntry, tone, look) => {
    show(ENTRY + 6000, { entered: true, firstEntry });
    expect(screen.getByText(/enter now/i).closest('p')).toHaveAttribute('data-tone', tone);
    expect(screen.getByText('CALL').parentElement).toHaveClass(look);
  });

  it.each([
    ['Pays', PAYING, 'By our figures, this earns'],
    ['Not enough results', { value: 55, low: 53.4, high: 56.6 }, 'Not enough results to tell'],
    ['Paper only', { value: 52.4, low: 50.9, high: 53.9 }, 'Use it on paper.'],
  ])('shows the verdict “%s” and what it means', (word, firstEntry, sentence) => {
    const card = show(ENTRY - 1000, { firstEntry });
    expect(screen.getByText(word)).toBeVisible();
    expect(card).toHaveTextContent(sentence);
  });

  it('marks only signals published when spreads widen', async () => {
    const mark = 'Published at a time when spreads widen, so not counted in our odds.';
    show(ENTRY - 1000);
    await screen.findByText('Sealed #7');
    expect(screen.queryByText(mark)).toBeNull();
    cleanup();
    // 17:05 in New York.
    show(ENTRY - 1000, { id: '20261120T2205Z' });
    expect(await screen.findByText(mark)).toBeInTheDocument();
  });

  it('says it is too late after thirty seconds and shows when the running level ends', () => {
    const card = show(ENTRY + ENTER_NOW_WINDOW_MS, { entered: true });
    expect(card).toHaveTextContent(/^Wait: level 0ends in 4:30/);
    expect(card).toHaveTextContent('Level 0 decides at 15:15. Not in yet? Too late, don’t enter.');
    expect(card).toHaveTextContent('began15:10Ends, WAT15:15If lostlevel 1');
    expect(card).not.toHaveTextContent(/enter now/i);
  });

  it('calls no level lost before settlement', () => {
    const card = show(ENTRY + SLOT_MS + 60_000, { entered: true });
    expect(card).toHaveTextContent(/^Wait: level 1ends in 4:00/);
    expect(card).toHaveTextContent('15:10, level 0: no win yet');
    expect(card).not.toHaveTextContent(/level \d: lost/);
  });

  it('waits for the closing price after the last level ends', () => {
    const card = show(ENTRY + 4 * SLOT_MS + 5000, { entered: true });
    expect(card).toHaveTextContent(/^Wait: closing priceabout 10 s/);
    expect(card).toHaveTextContent('Ended, WAT15:30Closing priceon its way');
  });

  it.each([
    [wonAtLevel1(), 'Won at level 1ended 15:20', '1.08520 → 1.08550', '+$0.76'],
    [lostAll(), 'Lost, all 4 levelsended 15:30', '1.08510 → 1.08500', '−$18.69'],
    [brokeEven(), 'Break-evenended 15:15', '1.08540 → 1.08540', '$0.00'],
  ])(
    'shows the outcome with the closes that decided it and the money result',
    (settlement, bar, closes, money) => {
      const card = show(ENTRY + 5 * SLOT_MS, { entered: true, settlement });
      expect(card.textContent).toMatch(new RegExp(`^${bar.replaceAll('$', '\\$')}`));
      expect(card).toHaveTextContent(`entry to close${closes}`);
      expect(card).toHaveTextContent(`With a $1 first stake${money}`);
    },
  );

  it('shows a signal that was judged too late as lost', () => {
    const settlement = { ...lostAll(), settledAt: ENTRY + 25 * 3_600_000 };
    expect(show(ENTRY, { settlement })).toHaveTextContent(/^Lost: judged too late/);
  });

  it('never shows a no-go as won', () => {
    const settlement = settled({ outcome: 'profit', level: 0 }, [1.0857, 1.0859]);
    const card = show(ENTRY + 2 * SLOT_MS, { entered: false, settlement, firstEntry: PAYING });
    expect(card).toHaveTextContent(/^Would have wonended 15:15/);
    expect(card).toHaveTextContent(
      'No-go: at 15:10 the price was 1.08570, above the limit of 1.08559. Nobody should enter.',
    );
    const [head] = card.innerHTML.split('<details');
    expect(head).not.toMatch(/(text|bg|stroke|border)-(call|put|accent)\b/);
  });

  it('renders the same rows in every state before settlement', () => {
    const rowsAt = (now: number, entered?: boolean) => {
      cleanup();
      const card = show(now, entered === undefined ? {} : { entered });
      return [...card.children].map(({ tagName }) => tagName);
    };
    const rows = rowsAt(ENTRY - 1000);
    expect(rowsAt(ENTRY + 5000)).toEqual(rows);
    for (const now of [ENTRY + 5000, ENTRY + 60_000, ENTRY + 4 * SLOT_MS])
      expect(rowsAt(now, true)).toEqual(rows);
  });

  it('shows the delivery delay only for a signal received live', async () => {
    show(ENTRY - 1000);
    expect(await screen.findByText('· arrived in 0.2 s')).toBeInTheDocument();
    cleanup();
    show(ENTRY - 1000, { live: false });
    expect(await screen.findByText('Sealed #7')).toBeInTheDocument();
    expect(screen.queryByText(/arrived in/)).toBeNull();
  });

  it('warns what losing all levels costs and that prices are simulated', () => {
    const card = show(ENTRY - 1000);
    expect(card).toHaveTextContent(
      'Risk warning: every stake can be lost. Losing all four levels costs 18.7 first stakes.',
    );
    expect(card).toHaveTextContent('Demonstration on simulated prices');
  });

  it('uses no call-to-action colours for a paper-only signal', () => {
    const [head] = show(ENTRY + 6000, { entered: true }).innerHTML.split('<details');
    expect(head).not.toMatch(/(text|bg|stroke|border)-(call|put|accent|action)\b/);
  });

  it('folds the details but keeps the risk warning visible', async () => {
    show(ENTRY - 1000);
    await screen.findByText('Sealed #7');
    const folded = screen.getByText('Details').closest('details');
    expect(folded).not.toHaveAttribute('open');
    expect(folded).toHaveTextContent('coin 50you need 55.6');
    expect(folded).toHaveTextContent('a four-level loss costs 18.7× the first stake');
    expect(folded).toHaveTextContent('Reference 1.08542');
    expect(folded).not.toHaveTextContent('Risk warning');
  });

  it('shows no demonstration label for live prices', () => {
    expect(show(ENTRY - 1000, { source: 'twelvedata' })).not.toHaveTextContent('Demonstration');
  });
});
