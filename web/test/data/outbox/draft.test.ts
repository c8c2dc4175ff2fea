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
const nameKept = async () => (await readDraftFile(ada.id))?.name ?? null;

afterEach(async () => {
  clearUser('signed-out');
  await (await openOutbox()).database.drafts.clear();
});

describe('a file that is chosen and not sent', () => {
  it('is kept with its name and type, the last one that was chosen', async () => {
    storeUser(ada);
    void storeDraftFile(ada.id, picture('first.png'));
    void storeDraftFile(ada.id, picture('second.png'));
    const kept = await readDraftFile(ada.id);
    expect(kept).toMatchObject({ name: 'second.png', type: 'image/png', size: 3 });
  });

  it('does not come back once it was forgotten, however long it took to read', async () => {
    storeUser(ada);
    void storeDraftFile(ada.id, picture('first.png'));
    void deleteDraftFile(ada.id);
    expect(await nameKept()).toBeNull();
  });

  it('is not kept of a member who signed out meanwhile', async () => {
    storeUser(ada);
    const keeping = storeDraftFile(ada.id, picture('late.png'));
    clearUser('signed-out');
    await keeping;
    expect(await nameKept()).toBeNull();
  });

  it('is let go when another member comes, and not before', async () => {
    storeUser(ada);
    await storeDraftFile(ada.id, picture('first.png'));
    await removeOldItems(ada.id, Date.now());
    expect(await nameKept()).toBe('first.png');
    await removeOldItems('uid-of-ben', Date.now());
    expect(await nameKept()).toBeNull();
  });
});
