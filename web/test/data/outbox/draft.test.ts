// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { openOutbox } from '../../../src/data/outbox/database';
import {
  readDraftFile,
  deleteDraftFile,
  storeDraftFile,
} from '../../../src/data/outbox/draftFiles';
import { removeOldItems } from '../../../src/data/outbox/outbox';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { aUser } from '../../support/aUser';

const ada = aUser();
const picture = (name: string) =>
  new File([new Uint8Array([1, 2, 3])], name, { type: 'image/png' });
const readDraftName = async () => (await readDraftFile(ada.id))?.name ?? null;

afterEach(async () => {
  clearUser('logged-out');
  await (await openOutbox()).database.drafts.clear();
});

describe('draft file', () => {
  it('stores the last chosen file with its name and type', async () => {
    storeUser(ada);
    void storeDraftFile(ada.id, picture('first.png'));
    void storeDraftFile(ada.id, picture('second.png'));
    const stored = await readDraftFile(ada.id);
    expect(stored).toMatchObject({ name: 'second.png', type: 'image/png', size: 3 });
  });

  it('does not come back if deleted while it was being stored', async () => {
    storeUser(ada);
    void storeDraftFile(ada.id, picture('first.png'));
    void deleteDraftFile(ada.id);
    expect(await readDraftName()).toBeNull();
  });

  it('is not stored if the member logs out in the meantime', async () => {
    storeUser(ada);
    const keeping = storeDraftFile(ada.id, picture('late.png'));
    clearUser('logged-out');
    await keeping;
    expect(await readDraftName()).toBeNull();
  });

  it('is deleted when another member logs in, and not before', async () => {
    storeUser(ada);
    await storeDraftFile(ada.id, picture('first.png'));
    await removeOldItems(ada.id, Date.now());
    expect(await readDraftName()).toBe('first.png');
    await removeOldItems('uid-of-ben', Date.now());
    expect(await readDraftName()).toBeNull();
  });
});
