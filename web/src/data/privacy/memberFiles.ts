import { decodeBase64 } from '@quantalgo/contracts/record/log/base64';
import type { AccountData } from '@quantalgo/contracts/privacy/archive';
import { picturesEndpoints } from '@quantalgo/contracts/submissions/pictureEndpoints';
import { call } from '../auth/call';
import { ApiError } from '../core/errors';

type ListedFile = AccountData['files'][number];

export interface MemberFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
};

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function fetchPicture(
  id: string,
  onRateLimit: () => void,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const { data } = await call(picturesEndpoints.picture, { params: { id } });
    return data.jpeg === null ? null : new Uint8Array(decodeBase64(data.jpeg));
  } catch (error) {
    // A member may have more pictures than the server's rate limit allows at once.
    if (!(error instanceof ApiError) || error.retryAfter === undefined) throw error;
    onRateLimit();
    await wait(error.retryAfter);
    return fetchPicture(id, onRateLimit);
  }
}

async function fetchBytes(
  path: string,
  onRateLimit: () => void,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [folder, , id = ''] = path.split('/');
  // Nobody can read an upload before its inspection.
  if (folder === 'pending') return null;
  if (folder === 'pictures') return fetchPicture(id, onRateLimit);
  const { download } = await import('../auth/fileStorage');
  const blob = await download(path);
  return new Uint8Array(await blob.arrayBuffer());
}

/** Null if the file can't be fetched now. */
async function fetchFile(
  { path, type }: ListedFile,
  onRateLimit: () => void,
): Promise<MemberFile | null> {
  try {
    const bytes = await fetchBytes(path, onRateLimit);
    return bytes && { name: `${path}${EXTENSIONS[type] ?? ''}`, bytes };
  } catch {
    return null;
  }
}

/** `rate-limit`: the next picture waits for up to ten minutes. `count`: files done. */
export interface FileProgress {
  readonly step: 'files' | 'rate-limit';
  readonly count: number;
  readonly total: number;
}

export async function fetchFiles(
  listed: readonly ListedFile[],
  onProgress: (progress: FileProgress) => void,
): Promise<{ readonly files: readonly MemberFile[]; readonly missingCount: number }> {
  const files: MemberFile[] = [];
  for (const [count, listedFile] of listed.entries()) {
    const report = (step: FileProgress['step']) =>
      onProgress({ step, count, total: listed.length });
    report('files');
    const file = await fetchFile(listedFile, () => report('rate-limit'));
    if (file) files.push(file);
  }
  return { files, missingCount: listed.length - files.length };
}
