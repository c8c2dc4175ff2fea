import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import BotAccess from '../../../src/screens/samples/BotAccess';
import { renderAt } from '../../support/render';

const show = () => renderAt('/dashboard/bot-access', <BotAccess open />);

describe('the AI bot', () => {
  it('is paused and resumed, on this screen alone', async () => {
    show();
    expect(screen.getByText('Running')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Pause bot' }));
    expect(screen.getByText('Paused')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Resume bot' }));
    expect(screen.getByText('Running')).toBeInTheDocument();
  });

  it('shows figures of an hour, four hours, a day and a week', async () => {
    show();
    const ranges = within(screen.getByRole('group', { name: 'Time range' }));
    expect(ranges.getAllByRole('radio')).toHaveLength(4);
    expect(ranges.getByRole('radio', { name: '1D' })).toBeChecked();
    for (const [range, profit] of [
      ['1H', '+$42'],
      ['4H', '+$128'],
      ['1W', '+$1,284'],
      ['1D', '+$347'],
    ] as const) {
      await userEvent.click(ranges.getByRole('radio', { name: range }));
      expect(screen.getByText(profit)).toBeInTheDocument();
    }
  });

  it('lists active and closed trades, as samples', () => {
    show();
    for (const name of ['Active trades', 'Closed trades']) {
      const trades = within(screen.getByRole('region', { name }));
      expect(trades.getAllByRole('listitem').length).toBeGreaterThan(1);
      expect(trades.getByText('Sample')).toBeInTheDocument();
    }
  });

  it('has a form of risk level, most trades and trade size that sends nothing, and says so', async () => {
    show();
    const form = within(screen.getByRole('region', { name: 'Configuration' }));
    expect(form.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Conservative',
      'Moderate',
      'Aggressive',
      '$50',
      '$100',
      '$250',
    ]);
    await userEvent.click(form.getByRole('radio', { name: 'Aggressive' }));
    await userEvent.click(form.getByRole('radio', { name: '$250' }));
    await userEvent.clear(form.getByLabelText('Max trades'));
    await userEvent.type(form.getByLabelText('Max trades'), '5');
    await userEvent.click(form.getByRole('button', { name: 'Save configuration' }));
    expect(form.getByRole('status')).toHaveTextContent(
      'Kept on this screen only. Nothing was sent.',
    );
  });
});
