import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { classifyTrouble } from '../../../src/data/database/dexie';

const named = (name: string, message = '') => new DOMException(message, name);

describe('what ails a database', () => {
  it('is a lost connection, by whatever name the browser gives it', () => {
    expect(
      [
        named('UnknownError', 'Connection to Indexed Database server lost. Refresh the page'),
        named('InvalidStateError', 'The database connection is closing.'),
        Object.assign(new Error('Database has been closed'), { name: 'DatabaseClosedError' }),
      ].map(classifyTrouble),
    ).toEqual(['lost', 'lost', 'lost']);
  });

  it('is that it is broken', () => {
    expect(
      [
        named('UnknownError', 'Internal error opening backing store for indexedDB.open.'),
        named('NotReadableError', 'Data lost due to missing file.'),
        Object.assign(new Error('A migration failed'), { name: 'UpgradeError' }),
      ].map(classifyTrouble),
    ).toEqual(['broken', 'broken', 'broken']);
  });

  it('is want of room, also where another error carries it', () => {
    const carrying = Object.assign(new Error('Aborted'), {
      name: 'AbortError',
      inner: named('QuotaExceededError'),
    });
    expect([named('QuotaExceededError'), carrying].map(classifyTrouble)).toEqual(['full', 'full']);
  });

  it('is that it is denied, whatever the browser or Dexie calls it', () => {
    const ofDexie = new Dexie.OpenFailedError('It does not open');
    expect([named('SecurityError'), named('AbortError'), ofDexie].map(classifyTrouble)).toEqual([
      'denied',
      'denied',
      'denied',
    ]);
  });

  it('is nothing where the fault is our own', () => {
    expect(
      [new TypeError('x is undefined'), named('DataCloneError'), named('DataError'), null].map(
        classifyTrouble,
      ),
    ).toEqual(['other', 'other', 'other', 'other']);
  });
});
