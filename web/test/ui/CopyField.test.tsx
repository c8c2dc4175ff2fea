import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CopyField } from '../../src/ui/CopyField';

describe('CopyField', () => {
  it('copies its text and says so', async () => {
    const user = userEvent.setup();
    render(<CopyField label="Promo code" value="QuantAlgo100" />);
    await user.click(screen.getByRole('button', { name: 'Copy Promo code' }));
    expect(await navigator.clipboard.readText()).toBe('QuantAlgo100');
    expect(screen.getByText('Copied')).toBeInTheDocument();
  });

  it('selects its text if copying is denied', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
    render(<CopyField label="Promo code" value="QuantAlgo100" />);
    await user.click(screen.getByRole('button', { name: 'Copy Promo code' }));
    expect(String(getSelection())).toBe('QuantAlgo100');
    expect(screen.queryByText('Copied')).not.toBeInTheDocument();
  });
});
