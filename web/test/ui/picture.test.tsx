import type { User } from '@quantalgo/contracts/account/member';
import type { ServedPicture } from '@quantalgo/contracts/submissions/picture';
import { NOT_A_PICTURE, PICTURE_TOO_LARGE } from '@quantalgo/contracts/submissions/submission';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  enqueueItem,
  readItemFile,
  readOutboxItems,
  storeItem,
} from '../../src/data/outbox/outbox';
import { readPicture, storePicture } from '../../src/data/pictures/rows';
import { withDatabase } from '../../src/data/storage/memberDatabase';
import { pruneToAudiences } from '../../src/data/storage/signalTable';
import { usePicture } from '../../src/data/pictures/usePicture';
import { usePictureChoice } from '../../src/data/pictures/usePictureChoice';
import { PictureButton } from '../../src/screens/network/Attachments';
import { Picture, PictureField } from '../../src/ui/Picture';
import { aServer, envelope } from '../support/aServer';
import { held } from '../support/fakeAuth';
import { member } from '../support/member';
import { loggedInAs } from '../support/render';

vi.mock('../../src/data/auth/idTokens', () => import('../support/fakeAuth'));

const SLOT = '20261120T1405Z';
const ID = '8a6f0f6e-3c7e-4f0e-9d3e-0c1f7f3a2b11';

const getContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext');

let user: User;
let count = 0;
let server: Awaited<ReturnType<typeof aServer>>;
let served: ServedPicture;
/** Size (bytes) of the encoded canvas. */
let drawn: (quality: number, width: number) => number;

beforeEach(async () => {
  count += 1;
  user = member({ id: `picture-${count}` });
  loggedInAs(user);
  held.uid = user.id;
  served = { jpeg: null, reason: null };
  drawn = () => 200_000;
  server = await aServer((_, response) => envelope(response, { data: served }));
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 4000, height: 3000, close: () => undefined }),
  );
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value: () => context,
    configurable: true,
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function draw(
    this: HTMLCanvasElement,
    done,
    type,
    quality: unknown,
  ) {
    const size = drawn(Number(quality), this.width);
    done(new Blob([new Uint8Array(size)], { type: type ?? '' }));
  });
});
afterEach(async () => {
  if (getContext) Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', getContext);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  loggedInAs(null);
  await server.close();
});

/** A file with a WebP's magic bytes. */
const file = (name = 'chart.webp', type = 'image/webp') =>
  new File(['RIFF\x10\0\0\0WEBPVP8 '], name, { type });

const page = () => new File(['<!doctype html>'], 'chart.png', { type: 'image/png' });

/** A file with this reported size (bytes). */
const fileWithSize = (size: number) => Object.defineProperty(file(), 'size', { value: size });

function Form() {
  const [id, setId] = useState<string | null>(null);
  const choice = usePictureChoice(user.id, { slot: SLOT, id, saved: null, onId: setId });
  return (
    <>
      <PictureField choice={choice} alt="The chart" />
      <output>{id}</output>
    </>
  );
}

function Row() {
  const [id, setId] = useState<string | null>(null);
  const choice = usePictureChoice(user.id, { slot: null, id, saved: null, onId: setId });
  return (
    <>
      <PictureButton choice={choice} />
      <output>{id}</output>
    </>
  );
}

const Shown = ({ id = ID, post = null }: { id?: string; post?: string | null }) => (
  <Picture picture={usePicture(user.id, id, post)} alt="The chart" />
);

/** Chooses a file, ignoring the input's `accept`. */
const choose = (chosen: File) =>
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [chosen] } });

describe('PictureField', () => {
  it('shrinks a picture, shows it at once and queues it', async () => {
    const widths: number[] = [];
    drawn = (quality, width) => {
      widths.push(width);
      return quality > 0.6 ? 500_000 : 200_000;
    };
    render(<Form />);
    choose(file());
    expect(await screen.findByRole('img', { name: 'The chart' })).toHaveAttribute(
      'src',
      'blob:jsdom',
    );
    const [item] = await readOutboxItems(user.id);
    expect(item).toMatchObject({ content: { kind: 'picture', slot: SLOT }, state: 'waiting' });
    expect(screen.getByRole('status')).toHaveTextContent(item?.id ?? 'none');
    const jpeg = await readItemFile(item?.id ?? '');
    expect([jpeg?.type, jpeg?.bytes.byteLength]).toEqual(['image/jpeg', 200_000]);
    expect(widths).toEqual([1600, 1600, 1600]);
  });

  it.each([
    ['a file that is not a picture', page, NOT_A_PICTURE],
    ['an empty file', () => new File([], 'chart.png'), 'This file is empty.'],
    ['a file larger than any phone’s photo', () => fileWithSize(40_000_001), PICTURE_TOO_LARGE],
  ])('explains at the field why %s is rejected, and queues nothing', async (_, made, why) => {
    render(<Form />);
    choose(made());
    await waitFor(() => expect(screen.getByLabelText('Picture')).toHaveAccessibleDescription(why));
    expect(await readOutboxItems(user.id)).toEqual([]);
  });

  it.each([
    ['chart.png', 'image/png'],
    ['1000023456', ''],
    ['chart', 'application/octet-stream'],
  ])('recognises a WebP by its bytes, named %s and typed "%s"', async (name, type) => {
    render(<Form />);
    choose(file(name, type));
    expect(await screen.findByRole('img', { name: 'The chart' })).toBeVisible();
  });

  it('names the format if the browser can’t decode it', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pixels')));
    render(<Form />);
    choose(file());
    await waitFor(() =>
      expect(screen.getByLabelText('Picture')).toHaveAccessibleDescription(
        'This is a WebP picture, which this browser can’t open. Take a screenshot of it, or save it as a JPG.',
      ),
    );
  });

  const stubLongCapture = () =>
    vi.stubGlobal('createImageBitmap', () =>
      Promise.resolve({ width: 1080, height: 11_000, close: () => undefined }),
    );

  it('keeps a long screenshot legible, exceeding the usual size if needed', async () => {
    stubLongCapture();
    drawn = (quality, width) => (width === 720 && quality === 0.4 ? 390_000 : 500_000);
    render(<Form />);
    choose(file());
    expect(await screen.findByRole('img', { name: 'The chart' })).toBeVisible();
    const [item] = await readOutboxItems(user.id);
    expect((await readItemFile(item?.id ?? ''))?.bytes.byteLength).toBe(390_000);
  });

  it('rejects a picture that would be illegible at the maximum size', async () => {
    const widths: number[] = [];
    stubLongCapture();
    drawn = (_, width) => {
      widths.push(width);
      return 500_000;
    };
    render(<Form />);
    choose(file());
    await waitFor(() =>
      expect(screen.getByLabelText('Picture')).toHaveAccessibleDescription(
        'This picture is too detailed: it would be unreadable after compression. Capture a smaller part of it.',
      ),
    );
    expect(Math.min(...widths)).toBe(720);
  });

  it('removes the picture from the outbox if it is removed before saving', async () => {
    render(<Form />);
    choose(file());
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the picture' }));
    await waitFor(async () => expect(await readOutboxItems(user.id)).toEqual([]));
    expect(screen.getByLabelText('Picture')).toBeVisible();
  });
});

describe('PictureButton', () => {
  it('keeps only the picture chosen last', async () => {
    render(<Row />);
    const chosen = () => screen.getByRole('status').textContent;
    choose(file());
    await waitFor(() => expect(chosen()).not.toBe(''));
    const first = chosen();
    choose(file());
    await waitFor(() => expect(chosen()).not.toBe(first));
    await waitFor(async () =>
      expect((await readOutboxItems(user.id)).map(({ id }) => id)).toEqual([chosen()]),
    );
  });

  it('explains why a file is rejected', async () => {
    render(<Row />);
    choose(page());
    await waitFor(() =>
      expect(screen.getByLabelText('Picture')).toHaveAccessibleDescription(NOT_A_PICTURE),
    );
  });
});

describe('Picture', () => {
  const open = () => render(<Shown />);
  const here = () => withDatabase(user.id, ({ pictures }) => readPicture(pictures, ID));

  it('is fetched if the device lacks it, and stored for offline use', async () => {
    served = { jpeg: btoa('a picture'), reason: null };
    open();
    expect(await screen.findByRole('img', { name: 'The chart' })).toBeVisible();
    expect(new TextDecoder().decode((await here()) ?? undefined)).toBe('a picture');
    expect(server.seen.map(({ line }) => line)).toEqual([`GET /api/pictures/${ID}`]);
  });

  it('is not fetched if the device has it', async () => {
    await withDatabase(user.id, ({ pictures }) => storePicture(pictures, ID, new ArrayBuffer(3)));
    open();
    expect(await screen.findByRole('img', { name: 'The chart' })).toBeVisible();
    expect(server.seen).toEqual([]);
  });

  it.each([
    [null, 'The picture is still on the device it was added on, or it was deleted'],
    [PICTURE_TOO_LARGE, PICTURE_TOO_LARGE],
  ])('explains why the picture is missing', async (reason, says) => {
    served = { jpeg: null, reason };
    open();
    expect(await screen.findByText(says)).toBeVisible();
  });

  it('appears once the server has it, without a reload', async () => {
    open();
    expect(await screen.findByText(/^The picture is still on the device/)).toBeVisible();
    served = { jpeg: btoa('a picture'), reason: null };
    const picture = await screen.findByRole('img', { name: 'The chart' }, { timeout: 9000 });
    expect(picture).toBeVisible();
  });

  it('is not shown if it is another member’s unsent picture', async () => {
    const content = { kind: 'picture', slot: null } as const;
    const jpeg = { type: 'image/jpeg', bytes: new ArrayBuffer(3) };
    const { id } = await enqueueItem('uid-of-ben', content, jpeg);
    render(<Shown id={id} />);
    expect(await screen.findByText(/^The picture is still on the device/)).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('shows the server’s rejection beside the picture', async () => {
    render(<Form />);
    choose(file());
    await screen.findByRole('img', { name: 'The chart' });
    const [item] = await readOutboxItems(user.id);
    if (!item) throw new Error('Nothing is kept');
    await storeItem({ ...item, state: 'refused', reason: NOT_A_PICTURE });
    expect(await screen.findByText(NOT_A_PICTURE)).toBeVisible();
    expect(screen.getByRole('img', { name: 'The chart' })).toBeVisible();
  });
});

describe('picture of a post', () => {
  const POST = '3c0e6f3e-7d2b-4f0e-8d3e-0c1f7f3a2b22';
  it('is fetched via the post, and deleted when access to the room ends', async () => {
    served = { jpeg: btoa('a picture'), reason: null };
    render(<Shown post={POST} />);
    expect(await screen.findByRole('img', { name: 'The chart' })).toBeVisible();
    expect(server.seen.map(({ line }) => line)).toEqual([`GET /api/network/posts/${POST}/picture`]);
    const left = await withDatabase(user.id, async (database) => {
      await pruneToAudiences(database, []);
      return database.postPictures.count();
    });
    expect(left).toBe(0);
  });

  it('is not stored if the post was deleted while it was loading', async () => {
    served = { jpeg: btoa('a picture'), reason: null };
    await withDatabase(user.id, ({ posts }) => posts.put({ id: POST, picture: null }));
    render(<Shown post={POST} />);
    await waitFor(() => expect(server.seen).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await withDatabase(user.id, ({ postPictures }) => postPictures.count())).toBe(0);
  });
});

describe('stored pictures', () => {
  it('are limited to the newest sixty', async () => {
    const left = await withDatabase(user.id, async (database) => {
      for (let at = 0; at < 62; at += 1) {
        vi.spyOn(Date, 'now').mockReturnValue(1_760_000_000_000 + at);
        await storePicture(database.pictures, `picture-${at}`, new ArrayBuffer(1));
      }
      return database.pictures.orderBy('at').primaryKeys();
    });
    expect([left.length, left[0]]).toEqual([60, 'picture-2']);
  });
});
