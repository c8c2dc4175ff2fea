import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { PdfPages } from '../../../../src/screens/console/submissions/PdfPages';

/** Fake pdf.js document: its page count, failures left and the pages drawn. */
const document = vi.hoisted(() => ({ pages: 1, failures: 0, asked: new Array<number>() }));

vi.mock('../../../../src/screens/console/submissions/pdf', () => ({
  drawPage: (_blob: Blob, number: number) => {
    document.asked.push(number);
    if (document.failures > 0) {
      document.failures -= 1;
      return Promise.reject(new Error('broken'));
    }
    return Promise.resolve({ picture: new Blob(['a picture']), pages: document.pages });
  },
}));

beforeEach(() => {
  Object.assign(document, { pages: 1, failures: 0, asked: [] });
});

const show = () => render(<PdfPages blob={new Blob()} name="Proof of deposit" shortcuts />);

it('shows the first page as a picture without a link', async () => {
  show();
  expect(await screen.findByRole('img', { name: 'Proof of deposit, page 1' })).toBeVisible();
  expect(screen.getByText('One-page PDF')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

it('pages through the first twenty pages of a longer PDF', async () => {
  document.pages = 300;
  show();
  expect(await screen.findByText('Page 1 of 300 (first 20 shown)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  for (let page = 2; page <= 20; page += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByRole('img', { name: `Proof of deposit, page ${page}` });
  }
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(document.asked).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

it('reports a page that can’t be drawn and retries on request', async () => {
  document.failures = 1;
  show();
  expect(await screen.findByText(/^This page of the PDF could not be shown/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('img', { name: 'Proof of deposit, page 1' })).toBeVisible();
});
