import { picturesEndpoints } from '@quantalgo/contracts/submissions/pictureEndpoints';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../src/data/core/errors';
import { fetchFiles } from '../../../src/data/privacy/memberFiles';

const { call, download } = vi.hoisted(() => ({ call: vi.fn(), download: vi.fn() }));

vi.mock('../../../src/data/auth/call', () => ({ call }));
vi.mock('../../../src/data/auth/fileStorage', () => ({ download }));

const ID = '11111111-1111-4111-8111-111111111111';
const listed = (path: string, type: string) => ({
  path,
  type,
  bytes: 3,
  uploadedAt: '2026-11-20T08:00:00.000Z',
});
const PROOF = listed('proofs/ada/p1', 'image/png');
const SETUP = listed('setupProofs/ada/s1', 'application/pdf');
const PICTURE = listed(`pictures/ada/${ID}`, 'image/jpeg');
const PENDING = listed('pending/ada/u1', 'image/png');
const ignore = () => undefined;
const bytes = (text: string) => new TextEncoder().encode(text);

afterEach(() => {
  vi.resetAllMocks();
  vi.useRealTimers();
});

describe('fetchFiles', () => {
  it('fetches files from storage and pictures from the API', async () => {
    download.mockImplementation((path: string) => Promise.resolve(new Blob([path])));
    call.mockResolvedValue({ data: { jpeg: btoa('a picture'), reason: null } });
    expect(await fetchFiles([PROOF, SETUP, PICTURE], ignore)).toEqual({
      files: [
        { name: 'proofs/ada/p1.png', bytes: bytes(PROOF.path) },
        { name: 'setupProofs/ada/s1.pdf', bytes: bytes(SETUP.path) },
        { name: `pictures/ada/${ID}.jpg`, bytes: bytes('a picture') },
      ],
      missingCount: 0,
    });
    expect(call.mock.lastCall).toEqual([picturesEndpoints.picture, { params: { id: ID } }]);
  });

  it('counts files that can’t be read', async () => {
    download.mockRejectedValue(new Error('storage/object-not-found'));
    call
      .mockResolvedValueOnce({ data: { jpeg: null, reason: null } })
      .mockRejectedValueOnce(new NetworkError('No answer'));
    expect(await fetchFiles([PENDING, PROOF, PICTURE, PICTURE], ignore)).toEqual({
      files: [],
      missingCount: 4,
    });
  });

  it('waits out the rate limit of pictures and says so', async () => {
    vi.useFakeTimers();
    call
      .mockRejectedValueOnce(new ApiError('Too many attempts', 429, 30))
      .mockResolvedValueOnce({ data: { jpeg: btoa('a picture'), reason: null } });
    const onProgress = vi.fn();
    const fetching = fetchFiles([PICTURE], onProgress);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(call).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1000);
    expect((await fetching).missingCount).toBe(0);
    expect(onProgress.mock.calls.flat()).toEqual([
      { step: 'files', count: 0, total: 1 },
      { step: 'rate-limit', count: 0, total: 1 },
    ]);
  });
});
