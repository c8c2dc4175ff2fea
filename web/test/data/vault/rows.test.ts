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

async function openDatabase(): Promise<MemberDatabase> {
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

describe('vault rows', () => {
  it('delete the courses when access ends and keep the learning', async () => {
    const database = await openDatabase();
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

  it('replace unknown lesson blocks with a placeholder', async () => {
    const database = await openDatabase();
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

  it('never replace newer learning with an older or unreadable version', async () => {
    const database = await openDatabase();
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
