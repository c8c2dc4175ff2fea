import { applyLearningWrite, EMPTY_LEARNING } from '@quantalgo/contracts/vault/learning';
import { describe, expect, it } from 'vitest';
import {
  readLearning,
  readVault,
  storeLearning,
  type StoredVault,
  storeVault,
} from '../../../src/data/vault/rows';
import { pruneToAudiences } from '../../../src/data/storage/signalTable';
import { MemberDatabase } from '../../../src/data/database/tables';

let count = 0;

async function opened(): Promise<MemberDatabase> {
  const database = new MemberDatabase(`courses-${++count}`);
  await database.open();
  return database;
}

const VAULT: StoredVault = {
  version: '0123456789abcdef',
  courses: [
    {
      id: 'one',
      title: 'One',
      category: 'risk',
      about: '',
      lessons: [{ id: 'ruin', title: 'Ruin', minutes: 1, blocks: [{ type: 'text', text: 'A' }] }],
    },
  ],
};

describe('the courses on a device', () => {
  it('leave it with the access to them, and what the member did stays', async () => {
    const database = await opened();
    await storeVault(database, VAULT);
    const done = applyLearningWrite(EMPTY_LEARNING, {
      lesson: 'ruin',
      day: '2026-11-20',
      done: true,
    });
    await storeLearning(database, done);
    await pruneToAudiences(database, ['basic']);
    expect(await readVault(database)).toEqual(VAULT);
    await pruneToAudiences(database, []);
    expect(await readVault(database)).toBeNull();
    expect(await readLearning(database)).toEqual(done);
  });

  it('leave out a part of a lesson that this build does not know', async () => {
    const database = await opened();
    const [course] = VAULT.courses;
    const lesson = {
      ...course?.lessons[0],
      blocks: [{ type: 'film' }, { type: 'text', text: 'A' }],
    };
    await database.courses.put({
      id: 'vault',
      version: VAULT.version,
      courses: [{ ...course, lessons: [lesson] }],
    });
    const blocks = (await readVault(database))?.courses[0]?.lessons[0]?.blocks;
    expect(blocks).toEqual([{ type: 'unknown' }, { type: 'text', text: 'A' }]);
  });

  it('never take an older answer for a newer one, nor one that can’t be read', async () => {
    const database = await opened();
    const one = applyLearningWrite(EMPTY_LEARNING, {
      lesson: 'ruin',
      day: '2026-11-20',
      done: true,
    });
    const two = applyLearningWrite(one, { lesson: 'ruin', day: '2026-11-21' });
    await storeLearning(database, two);
    await storeLearning(database, one);
    await storeLearning(database, { seq: 'three' });
    expect(await readLearning(database)).toEqual(two);
  });
});
