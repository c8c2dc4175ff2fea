import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CopyTrading from '../../../src/screens/leaderboard/CopyTrading';
import { renderAt } from '../../support/render';

describe('locked copy trading', () => {
  it('shows sample figures in an inert teaser', () => {
    renderAt('/dashboard/copy-trading', <CopyTrading open={false} />);
    for (const figure of screen.getAllByText('+18.4%'))
      expect(figure.closest('[inert]')).not.toBeNull();
  });

  it('says that it is on paper', () => {
    renderAt('/dashboard/copy-trading', <CopyTrading open={false} />);
    expect(
      screen.getByText(/into a paper bot of your own\. No real money is involved\./),
    ).toBeVisible();
    expect(screen.queryByText(/follow traders|may risk/i)).toBeNull();
  });
});
