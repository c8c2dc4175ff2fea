import { act, fireEvent, screen } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { FilterInput, FilterSelect, useSearchFields } from '../../src/ui/Filters';
import { renderAt } from '../support/render';

const parse = (params: URLSearchParams) => ({ q: params.get('q'), pair: params.get('pair') });

function Search() {
  const [{ q, pair }, set] = useSearchFields(parse);
  const navigate = useNavigate();
  return (
    <>
      <FilterInput
        label="Search"
        value={q ?? ''}
        onChange={({ target }) => set('q', target.value)}
      />
      <FilterSelect
        label="Pair"
        all="All pairs"
        options={['EURUSD', 'USDJPY']}
        value={pair}
        onChoose={(value) => set('pair', value)}
      />
      <button onClick={() => void navigate('?q=linked')}>Link</button>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

const open = () => {
  renderAt('/dashboard/journal', <Search />);
  const [input, select] = [screen.getByLabelText('Search'), screen.getByLabelText('Pair')];
  const type = (text: string) => fireEvent.change(input, { target: { value: text } });
  return { input, select, type, query: screen.getByTestId('query') };
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('useSearchFields', () => {
  it('shows typed text and choices before the URL has them', () => {
    const { input, select, type, query } = open();
    // React renders transitions only when the outer `act` ends.
    act(() => {
      type('g');
      expect(input).toHaveValue('g');
      type('go');
      expect(input).toHaveValue('go');
      fireEvent.change(select, { target: { value: 'EURUSD' } });
      expect(select).toHaveValue('EURUSD');
      expect(input).toHaveValue('go');
      expect(query).toHaveAttribute('value', '');
    });
    expect(query).toHaveAttribute('value', '?q=go&pair=EURUSD');
    expect(input).toHaveValue('go');
  });

  it('follows links and the back button', () => {
    const { input, type } = open();
    type('go');
    press('Link');
    expect(input).toHaveValue('linked');
    type('typed');
    press('Back');
    expect(input).toHaveValue('go');
  });

  it('follows a link that was pressed before the URL had the typed text', () => {
    const { input, type } = open();
    act(() => {
      type('go');
      press('Link');
    });
    expect(input).toHaveValue('linked');
  });
});
