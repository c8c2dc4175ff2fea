import { MAX_ROOM_POSTS } from '@quantalgo/contracts/network/post';
import { describe, expect, it } from 'vitest';
import {
  readNewestChangeTime,
  readPosts,
  storeActionResponse,
  storeHeldPosts,
  storePosts,
} from '../../../src/data/network/rows';
import { MemberDatabase } from '../../../src/data/database/tables';
import { aPost } from '../../support/aPost';

let count = 0;

async function openDatabase(): Promise<MemberDatabase> {
  const database = new MemberDatabase(`posts-${++count}`);
  await database.open();
  return database;
}

const newest = Array.from({ length: MAX_ROOM_POSTS }, (_, index) => aPost(index + 1));

describe('stored posts', () => {
  it('do not advance the newest change time for an own post', async () => {
    const database = await openDatabase();
    await storePosts(database, [aPost(1)]);
    await storeActionResponse(database, { post: aPost(60) });
    expect(await readPosts(database)).toEqual([aPost(60), aPost(1)]);
    expect(await readNewestChangeTime(database)).toBe(aPost(1).updatedAt);
    await storePosts(database, [aPost(60)]);
    expect(await readNewestChangeTime(database)).toBe(aPost(60).updatedAt);
  });

  it('are trimmed by creation time, not by last change', async () => {
    const database = await openDatabase();
    await storePosts(database, newest);
    await storePosts(database, [aPost(0, { updatedAt: aPost(MAX_ROOM_POSTS + 1).updatedAt })]);
    expect((await readPosts(database)).map(({ id }) => id)).toEqual(
      newest.map(({ id }) => id).reverse(),
    );
  });

  it('are trimmed without counting the member’s own held posts', async () => {
    const database = await openDatabase();
    const held = aPost(MAX_ROOM_POSTS + 1, { open: false });
    await storeHeldPosts(database, [held]);
    await storePosts(database, newest);
    await storeHeldPosts(database, []);
    await storePosts(database, [aPost(0)]);
    expect((await readPosts(database)).map(({ id }) => id)).toEqual(
      newest.map(({ id }) => id).reverse(),
    );
  });
});
