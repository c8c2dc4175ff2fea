import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { PageHeading } from '../../src/ui/Heading';

it('takes the focus after each navigation, also back to the first page, but not on load', async () => {
  history.replaceState(null, '', '/first');
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/first" element={<PageHeading key="first">First</PageHeading>} />
        <Route path="/second" element={<PageHeading key="second">Second</PageHeading>} />
      </Routes>
      <Link to="/second">On</Link>
    </BrowserRouter>,
  );
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'On' }));
  expect(screen.getByRole('heading', { name: 'Second' })).toHaveFocus();
  act(() => history.back());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'First' })).toHaveFocus());
});

it('takes the focus when navigating back to a page with a skip link’s hash', async () => {
  history.replaceState(null, '', '/first');
  render(
    <BrowserRouter>
      <a href="#content">Skip to content</a>
      <Routes>
        <Route path="/first" element={<PageHeading key="first">First</PageHeading>} />
        <Route path="/second" element={<PageHeading key="second">Second</PageHeading>} />
      </Routes>
      <Link to="/second">On</Link>
    </BrowserRouter>,
  );
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  await userEvent.click(skip);
  await waitFor(() => expect(location.hash).toBe('#content'));
  expect(skip).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'On' }));
  expect(screen.getByRole('heading', { name: 'Second' })).toHaveFocus();
  act(() => history.back());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'First' })).toHaveFocus());
});
