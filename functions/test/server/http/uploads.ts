import { randomUUID } from 'node:crypto';
import {
  pendingPath,
  PROOF_MAX_BYTES,
  type UploadBody,
} from '@quantalgo/contracts/submissions/submission';
import { expect } from 'vitest';
import type { Api } from './suite';

interface UploadOptions extends Partial<Pick<UploadBody, 'kind' | 'type'>> {
  readonly id?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const toDeclaredSize = ({ length }: Buffer): number =>
  Math.max(1, Math.min(length, PROOF_MAX_BYTES - 1));

/** Uploads a file as a member does, with the API's permission. @returns its id */
export async function uploadFile(
  api: Pick<Api, 'call' | 'bucket'>,
  { uid, token }: { readonly uid: string; readonly token: string },
  bytes: Buffer,
  { kind = 'proof', type = 'image/png', id = randomUUID(), metadata = {} }: UploadOptions = {},
): Promise<string> {
  const { status, envelope } = await api.call('/api/uploads', {
    method: 'POST',
    token,
    body: { kind, type, size: toDeclaredSize(bytes) },
    headers: { 'idempotency-key': id },
  });
  expect(status, envelope?.message).toBe(200);
  const file = api.bucket.file(pendingPath(uid, id));
  await file.save(bytes, { contentType: type, resumable: false, metadata });
  return id;
}
