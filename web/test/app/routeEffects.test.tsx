import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RouteEffects } from '../../src/app/App';
import { renderAt } from '../support/render';

const scrollTo = vi.fn();
beforeEach(() => void vi.stubGlobal('scrollTo', scrollTo));
afterEach(() => {
  vi.unstubAllGlobals();
  scrollTo.mockReset();
});

function Site() {
  const [, setParameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <RouteEffects />
      <Link to="/dashboard/signals">Signals</Link>
      <Link to="/dashboard" state={{ locked: 'Signals' }}>
        Locked
      </Link>
      <button onClick={() => setParameters({ day: 'today' }, { replace: true })}>Filter</button>
      <button onClick={() => void navigate({ hash: '#find=ada' }, { replace: true })}>Find</button>
    </>
  );
}

describe('RouteEffects', () => {
  it('scrolls to the top and sets the title when the screen changes', async () => {
    renderAt('/dashboard', <Site />);
    await userEvent.click(screen.getByRole('link', { name: 'Signals' }));
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
    expect(document.title).toMatch(/^Signal Stream/);
  });

  it('scrolls to the top when a link opens the same screen with new state', async () => {
    renderAt('/dashboard', <Site />);
    await userEvent.click(screen.getByRole('link', { name: 'Locked' }));
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  });

  it.each(['Filter', 'Find'])(
    'doesn’t scroll when a screen updates its own URL: %s',
    async (name) => {
      renderAt('/dashboard', <Site />);
      await userEvent.click(screen.getByRole('button', { name }));
      expect(scrollTo).not.toHaveBeenCalled();
    },
  );
});
