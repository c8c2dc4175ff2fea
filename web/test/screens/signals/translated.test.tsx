import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset } from '../../../src/data/core/clock';
import type { ReceivedSignal } from '../../../src/data/signals/useSignals';
import { CurrentSignals } from '../../../src/screens/signals/CurrentSignals';
import { SignalCard } from '../../../src/screens/signals/SignalCard';
import { ENTRY, lostAll, received, slotAt } from './signals';

/** Replaces each text node, as a browser's translator does, and marks the copy with « ». */
function translateDocument(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const isExcluded = text.parentElement?.closest('[translate="no"], svg') !== null;
    if (isExcluded || text.data.trim() === '' || text.data.startsWith('«')) continue;
    const translation = document.createElement('span');
    translation.textContent = `«${text.data}»`;
    text.replaceWith(translation);
  }
}

/** The visible text, without status announcements. */
const words = () => {
  const visible = document.body.cloneNode(true);
  if (visible instanceof Element)
    for (const announced of visible.querySelectorAll('[role="status"]')) announced.remove();
  return visible.textContent?.replace(/[«»]/g, '') ?? '';
};

const renderToText = (element: ReactElement): string => {
  render(element, { wrapper: MemoryRouter });
  const text = words();
  cleanup();
  return text;
};

/** Adds an attribute and stray elements everywhere, as dark modes and grammar checkers do. */
function meddleWithDocument(): void {
  for (const element of document.body.querySelectorAll(':not(svg, svg *, foreign-tool)')) {
    element.setAttribute('data-darkreader-inline-color', '');
    element.append(document.createElement('foreign-tool'));
    element.after(document.createElement('foreign-tool'));
  }
}

/** Renders the elements in turn in one modified document; each must show what it shows when rendered alone. */
function expectSame(elements: readonly ReactElement[], change: () => void): void {
  const expected = elements.map(renderToText);
  const [first, ...others] = elements;
  const { rerender } = render(first, { wrapper: MemoryRouter });
  change();
  expect(words()).toBe(expected[0]);
  others.forEach((element, index) => {
    rerender(element);
    change();
    expect(words()).toBe(expected[index + 1]);
  });
}

const CHANGES = [
  ['a translator', translateDocument],
  ['elements and attributes of other software', meddleWithDocument],
] as const;

const USD_JPY = received(1, {
  pair: 'USDJPY',
  direction: 'PUT',
  entryPrice: 151.862,
  worstPrice: 151.887,
  strategy: 'order-flow-momentum',
  confidence: { value: 91.8, low: 90, high: 93 },
  ledgerSeq: 8,
});

const EVERY_PHASE = [
  ENTRY - 148_000,
  ENTRY - 1000,
  ENTRY + 6000,
  ENTRY + 10_000,
  ENTRY + 60_000,
  ENTRY + 4 * SLOT_MS + 1000,
];

describe.each(CHANGES)('SignalCard under %s', (_, change) => {
  it('shows each phase of its signal in full', () => {
    const signal = received();
    expectSame(
      [
        ...EVERY_PHASE.map((now) => <SignalCard key={1} signal={signal} now={now} />),
        <SignalCard
          key={1}
          signal={{ ...signal, settlement: lostAll() }}
          now={ENTRY + 5 * SLOT_MS}
        />,
      ],
      change,
    );
  });

  it('never mixes two signals', () => {
    expectSame(
      [received(), USD_JPY, received(2)].map((signal, slot) => (
        <SignalCard key={1} signal={signal} now={slotAt(slot) + 60_000} />
      )),
      change,
    );
  });
});

describe('SignalCard translation', () => {
  it.each([
    ['the pair', 'EUR/USD'],
    ['the direction', 'CALL'],
    ['the countdown', '2:28'],
    ['the verdict', 'Paper only'],
    ['the entry', '15:10'],
    ['the limit', '1.08559'],
    ['the reference', '1.08542'],
    ['the end', '15:10:30 WAT'],
    ['a level', '15:15'],
    ['a stake', '×2.2'],
    ['the confidence', '94.1%'],
    ['the seal', 'Sealed #7'],
  ])('excludes %s from translation', async (_, text) => {
    render(<SignalCard signal={received()} now={ENTRY - 148_000} />, { wrapper: MemoryRouter });
    for (const element of await screen.findAllByText(text))
      expect(element.closest('[translate="no"]')).not.toBeNull();
  });
});

describe.each(CHANGES)('CurrentSignals under %s', (_, change) => {
  const next = { at: slotAt(3), opensAt: null, basicOnly: true };

  beforeEach(() => {
    act(() => clockOffset.set({ offset: slotAt(1) + 60_000 - Date.now(), roundTrip: 0 }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
    act(() => clockOffset.set(null));
  });

  it('shows the same as an unmodified page as signals arrive, run and settle', () => {
    const over: ReceivedSignal = { ...received(), settlement: lostAll() };
    expectSame(
      [
        <CurrentSignals key={1} state="empty" signals={[]} next={next} />,
        <CurrentSignals key={1} state="filled" signals={[received()]} next={next} />,
        <CurrentSignals key={1} state="filled" signals={[USD_JPY, received()]} next={next} />,
        <CurrentSignals key={1} state="filled" signals={[USD_JPY, over]} next={next} />,
      ],
      change,
    );
  });
});
