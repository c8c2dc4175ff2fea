import { PROOF_MAX_BYTES } from '@quantalgo/contracts/submissions/submission';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { openOutbox } from '../../../src/data/outbox/database';
import { readDraftFile } from '../../../src/data/outbox/draftFiles';
import { readItemFile, readOutboxItems } from '../../../src/data/outbox/outbox';
import { useSubmissionForm } from '../../../src/screens/submissions/useSubmissionForm';
import { pngHeader } from '../../data/core/pictures';
import { fillDevice } from '../../support/fullDevice';
import { guest } from '../../support/member';
import { loggedInAs } from '../../support/render';

const ada = guest({ id: 'submits-ada' });
const png = (width = 1080, height = 600) =>
  new File([pngHeader(width, height)], 'account.png', { type: 'image/png' });
const pdf = (text: string) => new File([text], 'deposit.pdf', { type: 'application/pdf' });

const KINDS = [
  {
    kind: 'proof',
    files: 'drafts',
    content: { kind: 'proof', traderId: 'PO-1' },
    malformed: 'Please upload a valid image file (PNG, JPG, JPEG)',
  },
  {
    kind: 'setup',
    files: 'setupDrafts',
    content: { kind: 'setup', brokerAccount: 'PO-1', depositAmount: 30, accessPath: 'manual' },
    malformed: 'Please upload an image (PNG, JPG, JPEG) or a PDF',
  },
] as const;

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 1080, height: 600, close: () => undefined }),
  );
  loggedInAs(ada);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const { items, files, drafts, setupDrafts } = (await openOutbox()).database;
  await Promise.all([items.clear(), files.clear(), drafts.clear(), setupDrafts.clear()]);
  loggedInAs(null);
});

describe.each(KINDS)('$kind form', ({ kind, files, content, malformed }) => {
  const saved: string[] = [];
  const open = () => {
    saved.length = 0;
    const onSaved = (id: string) => saved.push(id);
    const options = { uid: ada.id, schema: z.string(), initial: '', onSaved };
    return renderHook(() => useSubmissionForm(kind, options));
  };
  const withFile = async (file: File) => {
    const form = open();
    await act(() => form.result.current.choose(file));
    return form;
  };

  it('uses the draft’s space on a full device, and keeps the draft if that isn’t enough', async () => {
    const { result } = await withFile(kind === 'proof' ? png() : pdf('%PDF-1.7'));
    await waitFor(async () => expect(await readDraftFile(ada.id, files)).not.toBeNull());
    await fillDevice();
    await act(() => result.current.submit(content));
    expect(result.current.failure).toMatch(/out of storage/);
    expect(await readDraftFile(ada.id, files)).not.toBeNull();
    expect(saved).toEqual([]);
  });

  it.each([
    ['it has too many pixels', png(30_000, 30_000), /^The image is larger than 12,000 pixels/],
    [
      'its content is not its type',
      new File(['<!doctype html>'], 'a.png', { type: 'image/png' }),
      null,
    ],
    ['it is empty', new File([], 'a.png', { type: 'image/png' }), 'This file is empty.'],
    ['it is a video', new File(['\0\0\0\x18ftypisom'], 'a.jpg', { type: 'image/jpeg' }), null],
    ['it only claims to be a PDF', pdf('<!doctype html>'), null],
    [
      'it is too long to stay legible',
      png(1080, 30_000),
      'This picture is too long to stay readable. Capture a shorter part of the screen.',
    ],
  ])('rejects a file if %s', async (_what, file, words) => {
    const { result } = await withFile(file);
    expect(result.current.wrongFile).toMatch(words ?? malformed);
    expect(result.current.file).toBeNull();
    expect(await readDraftFile(ada.id, files)).toBeNull();
  });

  it.each([
    ['has no extension', '1000023456', ''],
    ['has a generic type', 'account', 'application/octet-stream'],
    ['has a wrong extension', 'account.txt', 'text/plain'],
  ])('accepts an image that %s', async (_what, name, type) => {
    const { result } = await withFile(new File([pngHeader(1080, 600)], name, { type }));
    expect(result.current).toMatchObject({ wrongFile: undefined, file: { name } });
    await act(() => result.current.submit(content));
    expect(await readItemFile(saved[0] ?? '')).toMatchObject({ type: 'image/png' });
  });

  it('names an image format that the browser can’t decode', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no decoder')));
    const heic = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1'], 'IMG_0001.jpg');
    const { result } = await withFile(heic);
    expect(result.current.wrongFile).toBe(
      'This is a HEIC photo, which this browser can’t open. Take a screenshot of it, or save it as a JPG.',
    );
    await act(() => result.current.choose(png()));
    expect(result.current.wrongFile).toBe(
      'This picture is damaged and can’t be opened. Take the screenshot again.',
    );
  });

  it('reports an unreadable file and keeps that message', async () => {
    const file = png();
    file.arrayBuffer = () => Promise.reject(new DOMException('It moved', 'NotReadableError'));
    const { result } = await withFile(file);
    expect(result.current.wrongFile).toBe(
      'This file can’t be read: it may have been changed or moved. Choose it again.',
    );
    act(() => void result.current.checkFile());
    expect(result.current.wrongFile).toBe(
      'This file can’t be read: it may have been changed or moved. Choose it again.',
    );
  });

  it('sends the copy made when the file was chosen', async () => {
    const original = png();
    const { result } = await withFile(original);
    const gone = () => Promise.reject(new DOMException('It moved', 'NotReadableError'));
    Object.assign(original, { arrayBuffer: gone, text: gone, slice: gone, stream: gone });
    await act(() => result.current.submit(content));
    const sent = await readItemFile(saved[0] ?? '');
    expect(new Uint8Array(sent?.bytes ?? new ArrayBuffer())).toEqual(pngHeader(1080, 600));
  });

  it('rejects a file of 10 MB', async () => {
    const file = png();
    Object.defineProperty(file, 'size', { value: PROOF_MAX_BYTES });
    const { result } = await withFile(file);
    expect(result.current.wrongFile).toBe('File size must be less than 10MB');
  });

  it('restores the draft after a reload', async () => {
    const first = await withFile(png());
    act(() => first.result.current.change('typed'));
    first.unmount();
    const { result } = open();
    await waitFor(() => expect(result.current.file?.name).toBe('account.png'));
    expect(result.current.values).toBe('typed');
  });

  it('saves one submission with its file and clears the draft', async () => {
    const { result } = await withFile(png());
    act(() => result.current.change('typed'));
    await act(async () => {
      await Promise.all([result.current.submit(content), result.current.submit(content)]);
    });
    const items = await readOutboxItems(ada.id);
    expect(items).toMatchObject([{ content, state: 'waiting' }]);
    expect(saved).toEqual(items.map(({ id }) => id));
    expect((await readItemFile(saved[0] ?? ''))?.type).toMatch(/^image\//);
    expect(await readDraftFile(ada.id, files)).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps the form and reports an error if it can’t be stored', async () => {
    const { result } = await withFile(png());
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk failed', 'UnknownError');
    });
    await act(() => result.current.submit(content));
    expect(result.current.failure).toBe('Verification submission failed. Please try again.');
    expect(result.current).toMatchObject({ saving: false, file: { name: 'account.png' } });
    expect(saved).toEqual([]);
  });
});

describe('PDF', () => {
  it('is accepted for a setup and sent unchanged', async () => {
    const options = { uid: ada.id, schema: z.string(), initial: '', onSaved: () => undefined };
    const { result } = renderHook(() => useSubmissionForm('setup', options));
    await act(() => result.current.choose(pdf('%PDF-1.7 and so on')));
    expect(result.current.file?.name).toBe('deposit.pdf');
    await act(() => result.current.submit(KINDS[1].content));
    const [item] = await readOutboxItems(ada.id);
    expect(await readItemFile(item?.id ?? '')).toMatchObject({ type: 'application/pdf' });
  });
});
