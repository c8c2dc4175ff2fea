import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SignalHead } from '../../../src/ui/instruments/SignalHead';
import { aSignal, aSettlement, SLOT } from '../../support/aSignal';

const ENTRY = SLOT + SLOT_MS;

function show(now: number, verdict: VerdictName, changes: Parameters<typeof aSignal>[1] = {}) {
  const { container } = render(
    <SignalHead
      signal={aSignal(SLOT, changes)}
      verdict={verdict}
      now={now}
      nextAt={ENTRY + SLOT_MS}
    />,
  );
  return container;
}

describe('SignalHead', () => {
  it('shows the action, the time left, the pair and the direction', () => {
    expect(show(ENTRY - 131_000, 'paper')).toHaveTextContent(
      /^Paper: enter at 15:10in 2:11EUR\/USDCALL$/,
    );
  });

  it.each([
    ['pays', 'go', 'text-call'],
    ['unclear', 'plain', 'text-muted'],
    ['paper', 'plain', 'text-muted'],
  ] as const)('shows “Enter now” for the verdict %s with the tone %s', (verdict, tone, look) => {
    show(ENTRY + 6000, verdict, { entered: true });
    expect(screen.getByText(/enter now/i).closest('p')).toHaveAttribute('data-tone', tone);
    expect(screen.getByText('CALL').parentElement).toHaveClass(look);
  });

  it('shows a no-go in grey, even if it would have won', () => {
    const settlement = aSettlement();
    const head = show(ENTRY + SLOT_MS, 'pays', { entered: false, settlement });
    expect(head).toHaveTextContent('Would have won');
    expect(head.innerHTML).not.toMatch(/(text|bg)-(call|put|accent|action)\b/);
  });
});
