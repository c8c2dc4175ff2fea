import { MAX_ROOM_POSTS } from '@quantalgo/contracts/network/post';
import { describe, expect, it } from 'vitest';
import {
  readNewestChangeTime,
  readPosts,
  storeActionResponse,
  storeHeldPosts,
  storePosts,
} from '../../../src/data/network/rows';
import { storePicture } from '../../../src/data/pictures/rows';
import { MemberDatabase } from '../../../src/data/database/tables';
import { aPost } from '../../support/aPost';

let count = 0;

async function openDatabase(): Promise<MemberDatabase> {
  const database = new MemberDatabase(`posts-${++count}`);
  await database.open();
  return database;
}

const newest = Array.from({ length: MAX_ROOM_POSTS }, (_, index) => aPost(index + 1));

describe('pictures of posts', () => {
  const PICTURE = '3c0e6f3e-7d2b-4f0e-8d3e-0c1f7f3a2b22';
  const gone = { uid: null, text: '', picture: null, gone: 'removed' } as const;

  async function openWithPicture(): Promise<MemberDatabase> {
    const database = await openDatabase();
    await storePosts(database, [aPost(0, { picture: PICTURE })]);
    for (const table of [database.pictures, database.postPictures])
      await storePicture(table, PICTURE, new ArrayBuffer(3));
    return database;
  }

  it('are deleted from the device once their post is deleted or removed', async () => {
    const database = await openWithPicture();
    await storePosts(database, [aPost(1)]);
    expect(await database.postPictures.count()).toBe(1);
    await storePosts(database, [aPost(0, { ...gone, updatedAt: aPost(1).updatedAt })]);
    expect(await database.postPictures.count()).toBe(0);
    expect(await database.pictures.count()).toBe(0);
  });

  it('are deleted with another member’s post that newer ones displace', async () => {
    const database = await openWithPicture();
    await storePosts(database, newest);
    expect(await database.postPictures.count()).toBe(0);
    expect(await database.pictures.count()).toBe(1);
  });
});

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
