import { DocumentReference } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  brokerAccountRef,
  createImportedRegistry,
  eraseListedAccounts,
  importAccounts,
} from '../../../src/platform/submissions/brokerList';
import { createMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-interrupted-deletion');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => api.close());

const failOnce = () => Promise.reject(new Error('Broken off'));

describe('a deletion that is broken off', () => {
  it('finds accounts of the broker’s list again', async () => {
    const { uid } = await createMember(api);
    const account = { traderId: 'PO-80', underOurLink: true, funded: true, amount: null };
    await importAccounts(api.firestore, [account], { by: 'staff', now: Date.now() });
    await brokerAccountRef(api.firestore, 'PO-80').update({ uid });
    vi.spyOn(DocumentReference.prototype, 'delete').mockImplementationOnce(failOnce);
    const erase = () => eraseListedAccounts(api.firestore, [], uid);
    await expect(erase()).rejects.toThrow('Broken off');
    await erase();
    const registry = createImportedRegistry(api.firestore, Date.now);
    expect(await registry.find('PO-80')).toBeNull();
  });
});
