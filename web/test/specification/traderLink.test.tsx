import { PROOF_MAX_BYTES } from '@quantalgo/contracts/submissions/submission';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutbox } from '../../src/data/outbox/database';
import { readOutboxItems, storeItem } from '../../src/data/outbox/outbox';
import LinkTraderScreen from '../../src/screens/submissions/LinkTraderScreen';
import { renderAt, signedInAs } from '../support/render';
import { pngHeader } from '../data/core/pictures';
import { guest } from '../support/member';
import { holdTime, leadsOn } from './leadsOn';

const SUBMITTED =
  'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.';
const FAILED = 'Verification submission failed. Please try again.';

const ada = guest({ id: 'links-ada' });
/** A file that begins as a PNG of this size. */
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

/** The proof in the outbox, as soon as it lies there. */
const saved = () =>
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
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  signedInAs(ada);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const { database } = await openOutbox();
  await Promise.all([database.items.clear(), database.files.clear(), database.drafts.clear()]);
  signedInAs(null);
});

describe('§8 Error catalogue: trader link', () => {
  it(`says '${FAILED}' where nothing can be kept, and keeps the form`, async () => {
    await fillIn();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room left', 'QuotaExceededError');
    });
    submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(screen.getByLabelText('Trader ID')).toHaveValue('PO-4711');
    expect(screen.getByAltText('Preview of account.png')).toBeInTheDocument();
  });

  it('says that it was submitted, and leads to the dashboard after 3 seconds', async () => {
    await fillIn();
    submit();
    const item = await saved();
    holdTime();
    await act(() => storeItem({ ...item, state: 'sent' }));
    expect(await screen.findByText(SUBMITTED)).toBeInTheDocument();
    await leadsOn(3000);
    expect(screen.getByTestId('here')).toHaveTextContent('"/dashboard"');
  });

  it('shows why the server refused one, with its trader ID still there', async () => {
    await fillIn();
    submit();
    const item = await saved();
    await act(() => storeItem({ ...item, state: 'refused', reason: 'There is another proof' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There is another proof');
    expect(screen.getByLabelText('Trader ID')).toHaveValue('PO-4711');
  });
});

describe('a screenshot that is chosen', () => {
  it('is refused before it is drawn where it has too many pixels', async () => {
    open();
    choose(png(30_000, 30_000));
    await waitFor(() =>
      expect(screen.getByLabelText('Screenshot')).toHaveAccessibleDescription(
        'The image is larger than 12,000 pixels on a side. Please upload a screenshot.',
      ),
    );
    expect(screen.queryByAltText('Preview of account.png')).not.toBeInTheDocument();
  });

  it('is refused where it has 10 MB', async () => {
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

  it('is refused where it is no picture', async () => {
    open();
    choose(new File(['<!doctype html>'], 'account.png', { type: 'image/png' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Screenshot')).toHaveAccessibleDescription(
        'Please upload a valid image file (PNG, JPG, JPEG)',
      ),
    );
  });

  it('is there again after a reload, with the trader ID, for the same member alone', async () => {
    await fillIn();
    cleanup();
    signedInAs(guest({ id: 'links-ben' }));
    const { unmount } = open();
    await act(() => drafts());
    expect(screen.queryByAltText('Preview of account.png')).not.toBeInTheDocument();
    unmount();
    signedInAs(ada);
    open();
    expect(await screen.findByAltText('Preview of account.png')).toBeInTheDocument();
    expect(screen.getByLabelText('Trader ID')).toHaveValue('PO-4711');
  });

  it('is let go once it was sent', async () => {
    await fillIn();
    submit();
    await waitFor(async () => expect(await drafts()).toBe(0));
    expect(await readOutboxItems(ada.id)).toHaveLength(1);
  });

  it('is let go when it is skipped', async () => {
    await fillIn();
    fireEvent.click(screen.getByRole('link', { name: 'Skip for Now' }));
    await waitFor(async () => expect(await drafts()).toBe(0));
    expect(sessionStorage).toHaveLength(0);
  });
});
