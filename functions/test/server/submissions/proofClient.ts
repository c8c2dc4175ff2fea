import { randomUUID } from 'node:crypto';
import { pendingPath, proofPath } from '@quantalgo/contracts/submissions/submission';
import type { logInNewMember } from '../http/members';
import type { Api } from '../http/suite';
import { uploadFile } from '../http/uploads';

export const HTML = Buffer.from('<!doctype html><script>alert(document.domain)</script>');

type Member = Awaited<ReturnType<typeof logInNewMember>>;

/** Calls about a member's proofs. @param get a getter, because both are created after the tests are declared */
export function createProofClient(get: () => { readonly api: Api; readonly member: Member }) {
  const isFile = async (path: string) => (await get().api.bucket.file(path).exists())[0];
  return {
    /** Uploads a file declared as a PNG. */
    upload: (bytes: Buffer, more: object = {}) => uploadFile(get().api, get().member, bytes, more),
    submit: (
      proofId: string,
      key: string = randomUUID(),
      traderId = 'PO-12345',
      token = get().member.token,
    ) =>
      get().api.call('/api/proofs', {
        method: 'POST',
        token,
        body: { proofId, traderId },
        headers: { 'idempotency-key': key },
      }),
    isStored: (id: string) => isFile(proofPath(get().member.uid, id)),
    isPending: (id: string) => isFile(pendingPath(get().member.uid, id)),
  };
}
