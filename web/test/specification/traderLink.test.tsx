import { PROOF_MAX_BYTES } from '@quantalgo/contracts/submissions/submission';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutbox } from '../../src/data/outbox/database';
import { readOutboxItems, storeItem } from '../../src/data/outbox/outbox';
import LinkTraderScreen from '../../src/screens/submissions/LinkTraderScreen';
import { renderAt, loggedInAs } from '../support/render';
import { pngHeader } from '../data/core/pictures';
import { guest } from '../support/member';
import { holdTime, leadsOn } from './leadsOn';

const SUBMITTED =
  'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.';
const FAILED = 'Verification submission failed. Please try again.';

const ada = guest({ id: 'links-ada' });
/** A file with the header of a PNG of this size. */
const png = (width = 1080, height = 600) =>
  new File([pngHeader(width, height)], 'account.png', { type: 'image/png' });
const open = () => renderAt('/link-trader-id', <LinkTraderScreen />);
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Trader ID'), { target: { value: text } });
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Screenshot'), { target: { files: [file] } });
const submit = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Submit for verification' }));
const drafts = async () => (await openOutbox()).database.drafts.count();

/** The proof, as soon as it is in the outbox. */
const waitForProof = () =>
  vi.waitFor(async () => {
    const [item] = await readOutboxItems(ada.id);
    if (!item) throw new Error('Nothing is saved');
    return item;
  });

async function fillIn() {
  open();
  type('PO-4711');
  choose(png());
  await screen.findByAltText('Preview of account.png');
  await waitFor(async () => expect(await drafts()).toBe(1));
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 1080, height: 600, close: () => undefined }),
  );
  loggedInAs(ada);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const { database } = await openOutbox();
  await Promise.all([database.items.clear(), database.files.clear(), database.drafts.clear()]);
  loggedInAs(null);
});

describe('§8 Error catalogue: trader link', () => {
  it(`shows '${FAILED}' if storing fails, and keeps the form`, async () => {
    await fillIn();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk failed', 'UnknownError');
    });
    submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(screen.getByLabelText('Trader ID')).toHaveValue('PO-4711');
    expect(screen.getByAltText('Preview of account.png')).toBeInTheDocument();
  });

  it('shows the success message and opens the dashboard after 3 seconds', async () => {
    await fillIn();
    submit();
    const item = await waitForProof();
    holdTime();
    await act(() => storeItem({ ...item, state: 'sent' }));
    expect(await screen.findByText(SUBMITTED)).toBeInTheDocument();
    await leadsOn(3000);
    expect(screen.getByTestId('here')).toHaveTextContent('"/dashboard"');
  });

  it('shows why the server rejected a proof, and keeps the trader ID', async () => {
    await fillIn();
    submit();
    const item = await waitForProof();
    await act(() => storeItem({ ...item, state: 'refused', reason: 'There is another proof' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There is another proof');
    expect(screen.getByLabelText('Trader ID')).toHaveValue('PO-4711');
  });
});

describe('chosen screenshot', () => {
  it('is rejected before decoding if it has too many pixels', async () => {
    open();
    choose(png(30_000, 30_000));
    await waitFor(() =>
      expect(screen.getByLabelText('Screenshot')).toHaveAccessibleDescription(
        'The image is larger than 12,000 pixels on a side. Please upload a screenshot.',
      ),
    );
    expect(screen.queryByAltText('Preview of account.png')).not.toBeInTheDocument();
  });

  it('is rejected at 10 MB', async () => {
    open();
    const file = png();
    Object.defineProperty(file, 'size', { value: PROOF_MAX_BYTES });
    choose(file);
    await waitFor(() =>
      expect(screen.getByLabelText('Screenshot')).toHaveAccessibleDescription(
        'File size must be less than 10MB',
      ),
    );
  });

  it('is rejected if it is not a picture', async () => {
    open();
    choose(new File(['<!doctype html>'], 'account.png', { type: 'image/png' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Screenshot')).toHaveAccessibleDescription(
        'Please upload a valid image file (PNG, JPG, JPEG)',
      ),
    );
  });

  it('is restored after a reload with the trader ID, for the same member only', async () => {
    await fillIn();
    cleanup();
    loggedInAs(guest({ id: 'links-ben' }));
    const { unmount } = open();
    await act(() => drafts());
    expect(screen.queryByAltText('Preview of account.png')).not.toBeInTheDocument();
    unmount();
    loggedInAs(ada);
    open();
    expect(await screen.findByAltText('Preview of account.png')).toBeInTheDocument();
    expect(screen.getByLabelText('Trader ID')).toHaveValue('PO-4711');
  });

  it('is removed from the drafts once submitted', async () => {
    await fillIn();
    submit();
    await waitFor(async () => expect(await drafts()).toBe(0));
    expect(await readOutboxItems(ada.id)).toHaveLength(1);
  });

  it('is removed from the drafts when the step is skipped', async () => {
    await fillIn();
    fireEvent.click(screen.getByRole('link', { name: 'Skip for Now' }));
    await waitFor(async () => expect(await drafts()).toBe(0));
    expect(sessionStorage).toHaveLength(0);
  });
});
