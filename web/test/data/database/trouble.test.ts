import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { classifyTrouble } from '../../../src/data/database/dexie';

const named = (name: string, message = '') => new DOMException(message, name);

describe('classifyTrouble', () => {
  it('recognises a lost connection under each browser’s error name', () => {
    expect(
      [
        named('UnknownError', 'Connection to Indexed Database server lost. Refresh the page'),
        named('InvalidStateError', 'The database connection is closing.'),
        Object.assign(new Error('Database has been closed'), { name: 'DatabaseClosedError' }),
      ].map(classifyTrouble),
    ).toEqual(['lost', 'lost', 'lost']);
  });

  it('recognises a broken database', () => {
    expect(
      [
        named('UnknownError', 'Internal error opening backing store for indexedDB.open.'),
        named('NotReadableError', 'Data lost due to missing file.'),
        Object.assign(new Error('A migration failed'), { name: 'UpgradeError' }),
      ].map(classifyTrouble),
    ).toEqual(['broken', 'broken', 'broken']);
  });

  it('recognises full storage, even inside another error', () => {
    const wrapping = Object.assign(new Error('Aborted'), {
      name: 'AbortError',
      inner: named('QuotaExceededError'),
    });
    expect([named('QuotaExceededError'), wrapping].map(classifyTrouble)).toEqual(['full', 'full']);
  });

  it('recognises denied access under each browser’s and Dexie’s error name', () => {
    const dexieError = new Dexie.OpenFailedError('It does not open');
    expect([named('SecurityError'), named('AbortError'), dexieError].map(classifyTrouble)).toEqual([
      'denied',
      'denied',
      'denied',
    ]);
  });

  it('classifies programming errors as other', () => {
    expect(
      [new TypeError('x is undefined'), named('DataCloneError'), named('DataError'), null].map(
        classifyTrouble,
      ),
    ).toEqual(['other', 'other', 'other', 'other']);
  });
});
