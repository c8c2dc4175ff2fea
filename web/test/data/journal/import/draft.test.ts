// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { clearUser, storeUser } from '../../../../src/data/auth/currentSession';
import {
  type ImportDraft,
  importDraft,
  updateImportDraft,
} from '../../../../src/data/journal/import/draft';
import { aUser } from '../../../support/aUser';

const ada = aUser();

const createDraft = (): ImportDraft => ({
  uid: ada.id,
  file: new File(['Open time'], 'trades.csv'),
  bytes: new Uint8Array([1]),
  choices: null,
  isSaving: true,
  problem: null,
});

afterEach(() => {
  importDraft.set(null);
  clearUser('logged-out');
});

describe('importDraft', () => {
  it('is removed when the member logs out', () => {
    storeUser(ada);
    importDraft.set(createDraft());
    storeUser({ ...ada, name: 'Adaobi' });
    expect(importDraft.get()).not.toBeNull();
    clearUser('logged-out');
    expect(importDraft.get()).toBeNull();
  });

  it('is removed when another member logs in', () => {
    storeUser(ada);
    importDraft.set(createDraft());
    storeUser({ ...ada, id: 'bola' });
    expect(importDraft.get()).toBeNull();
  });

  it('ignores the result of a draft that was replaced', () => {
    const previous = createDraft();
    const draft = createDraft();
    importDraft.set(draft);
    updateImportDraft(previous.bytes, { isSaving: false, problem: 'Out of storage.' });
    updateImportDraft(previous.bytes, null);
    expect(importDraft.get()).toBe(draft);
  });
});
