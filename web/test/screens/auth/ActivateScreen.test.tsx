import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ActivateScreen from '../../../src/screens/auth/ActivateScreen';
import { renderAt, loggedInAs } from '../../support/render';

const answer = vi.fn<typeof fetch>();

const Address = () => {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="address">{pathname + search + hash}</p>;
};

const open = (hash: string) =>
  renderAt(
    `/activate${hash}`,
    <>
      <ActivateScreen />
      <Address />
    </>,
  );

const codeField = () => screen.getByRole('textbox', { name: 'Confirmation code' });

describe('confirmation email link', () => {
  beforeEach(() => {
    loggedInAs(null);
    vi.stubGlobal('fetch', answer);
    answer.mockImplementation(() => new Promise(() => undefined));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    answer.mockReset();
  });

  it('fills in email and code and removes both from the address bar', async () => {
    open('#email=ada%2B1%40quantalgo.test&code=7f3k2pm');
    expect(screen.getByLabelText('Email')).toHaveValue('ada+1@quantalgo.test');
    expect(codeField()).toHaveValue('7F3K2PM');
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/activate$/);
    expect(answer).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm Account' }));
    const [url, request] = answer.mock.calls[0] ?? [];
    expect(url).toBe('/auth/confirm-code');
    expect(request?.body).toBe(
      JSON.stringify({ email: 'ada+1@quantalgo.test', confirmationCode: '7f3k2pm' }),
    );
  });

  it('fills in only the email from a link without a code', () => {
    open('#email=ada%40quantalgo.test');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@quantalgo.test');
    expect(codeField()).toHaveValue('');
    expect(screen.getByText(/in the subject line/)).toBeVisible();
  });

  it('keeps only letters and digits of a code', () => {
    open('#code=%3Cb%3E7f3k2pm99');
    expect(codeField()).toHaveValue('B7F3K2P');
  });
});
