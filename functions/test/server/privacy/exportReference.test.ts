import { fileURLToPath } from 'node:url';
import { accountDataSchema } from '@quantalgo/contracts/privacy/archive';
import { proofPath } from '@quantalgo/contracts/submissions/submission';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportAccount } from '../../../src/platform/privacy/exportAccount';
import { startApi, type Api } from '../http/suite';
import { writeEveryCollection } from './everyCollection';

const MEMBER = { uid: 'exported-always-alike', email: 'alike@export.test' };
const STAFF = 'staff-of-the-reference-1';
const NOW = Date.parse('2026-11-20T12:00:00Z');
/** Size of the file in the reference; its content is not exported. */
const BYTES = 85;
const REFERENCE = fileURLToPath(new URL('exportReference.json', import.meta.url));

let api: Api;

const forget = async () => {
  await api.auth.deleteUsers([MEMBER.uid]);
};

beforeAll(async () => {
  api = await startApi('demo-account-reference');
  await forget();
  await api.auth.createUser({ uid: MEMBER.uid });
});
afterAll(async () => {
  await forget();
  await api.close();
});

it('exports an account with every collection exactly as in the reference', async () => {
  await writeEveryCollection(api, { ...MEMBER, staff: STAFF, prefix: 'mine' });
  const other = { uid: 'somebody-else-entirely', email: 'else@export.test' };
  await writeEveryCollection(api, { ...other, staff: STAFF, prefix: 'theirs' });
  const image = proofPath(MEMBER.uid, 'mine-waiting');
  await api.bucket
    .file(image)
    .save(Buffer.alloc(BYTES), { contentType: 'image/png', resumable: false });

  const session = { uid: MEMBER.uid, sid: 'mine-4000000000' };
  const { files, ...data } = await exportAccount(api, session, NOW);
  // The file store sets the upload time.
  const dated = files.map((file) => ({ ...file, uploadedAt: new Date(NOW).toISOString() }));
  const exported = { ...data, files: dated };
  expect(accountDataSchema.safeParse(exported).success).toBe(true);
  await expect(`${JSON.stringify(exported, null, 2)}\n`).toMatchFileSnapshot(REFERENCE);
  expect(JSON.stringify(exported)).not.toContain('theirs');
});
