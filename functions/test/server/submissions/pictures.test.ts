import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { picturePath } from '@quantalgo/contracts/submissions/picture';
import { picturesEndpoints } from '@quantalgo/contracts/submissions/pictureEndpoints';
import {
  NOT_A_PICTURE,
  PICTURE_MAX_BYTES,
  PICTURE_TOO_LARGE,
  UPLOAD_MISSING,
} from '@quantalgo/contracts/submissions/submission';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toStoredPost } from '../../../src/platform/network/documents';
import { decidePost } from '../../../src/platform/network/moderation';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { PICTURES } from '../../../src/platform/submissions/kinds';
import { removeUnreferencedPictures } from '../../../src/platform/submissions/orphans';
import { jpeg, png } from '../../images';
import { createPhoto } from '../../photo';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';
import { storePostCount } from '../network/earlier';

const SLOT = '20261120T1340Z';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-pictures');
});
beforeEach(async () => {
  member = await logInNewMember(api);
});
afterAll(() => api.close());

const submit = (
  pictureId: string,
  key = pictureId,
  token = member.token,
  slot: string | null = SLOT,
) =>
  api.call('/api/pictures', {
    method: 'POST',
    token,
    body: { pictureId, slot },
    headers: { 'idempotency-key': key },
  });

async function take(bytes: Buffer, slot: string | null = SLOT): Promise<string> {
  const id = await uploadFile(api, member, bytes, { kind: 'picture', type: 'image/jpeg' });
  expect((await submit(id, id, member.token, slot)).status).toBe(200);
  return id;
}

async function fetchPicture(id: string, token = member.token) {
  const { envelope } = await api.call(`/api/pictures/${id}`, { token });
  return picturesEndpoints.picture.data.parse(envelope?.data);
}

const write = (change: object, saw: object = {}, id = SLOT) =>
  api.call('/api/journal', {
    method: 'POST',
    token: member.token,
    body: { writes: [{ id, change, saw }] },
    headers: { 'idempotency-key': randomUUID() },
  });

const isStored = async (id: string) =>
  (await api.bucket.file(picturePath(member.uid, id)).exists())[0];

describe('picture', () => {
  it('is shown only to its member, re-encoded and without camera metadata', async () => {
    const taken = await createPhoto();
    const id = await take(taken);
    expect(await fetchPicture(id)).toEqual({ jpeg: null, reason: null });
    await inspectUpload(api, PICTURES, id);
    const bytes = Buffer.from((await fetchPicture(id)).jpeg ?? '', 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect(taken.includes('Ada Obi')).toBe(true);
    expect(bytes.includes('Ada Obi')).toBe(false);
    const other = await logInNewMember(api, { tier: 'essential' });
    expect(await fetchPicture(id, other.token)).toEqual({ jpeg: null, reason: null });
    expect((await api.call(`/api/pictures/${id}`, {})).status).toBe(401);
  });

  it('can be submitted repeatedly by its member, and by nobody else', async () => {
    const id = await take(jpeg());
    expect((await submit(id)).status).toBe(200);
    const other = await logInNewMember(api);
    expect((await submit(id, randomUUID(), other.token)).status).toBe(409);
    expect((await submit(randomUUID())).status).toBe(409);
  });

  it('is rejected for good, not as missing, if it was deleted after submission', async () => {
    const id = await take(jpeg());
    await inspectUpload(api, PICTURES, id);
    await api.firestore.doc(`pictures/${id}`).delete();
    const again = await submit(id);
    expect([again.status, again.envelope?.code]).toEqual([409, undefined]);
    const never = await submit(randomUUID());
    expect([never.status, never.envelope?.code]).toEqual([409, UPLOAD_MISSING]);
    await api.firestore.doc(`uploads/${id}`).delete();
    expect((await submit(id)).envelope?.code).toBe(UPLOAD_MISSING);
  });

  it.each([
    [
      'a file that is not a picture',
      Buffer.from('<!doctype html><script>1</script>'),
      NOT_A_PICTURE,
    ],
    ['a PNG declared as a JPEG', png(), NOT_A_PICTURE],
    ['a picture that was not resized', jpeg(2000, 1500), PICTURE_TOO_LARGE],
  ])('is rejected with a reason, and no email, if it is %s', async (_, bytes, reason) => {
    const id = await take(bytes);
    await inspectUpload(api, PICTURES, id);
    expect(await fetchPicture(id)).toEqual({ jpeg: null, reason });
    expect(await isStored(id)).toBe(false);
    const mails = await api.firestore.collection('mail').where('to', '==', member.email).get();
    expect(mails.empty).toBe(true);
  });

  it.each([
    ['another type', { type: 'image/png', size: 9 }],
    ['too many bytes', { type: 'image/jpeg', size: PICTURE_MAX_BYTES }],
  ])('gets no upload permit for %s', async (_, file) => {
    const { status } = await api.call('/api/uploads', {
      method: 'POST',
      token: member.token,
      body: { kind: 'picture', ...file },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(status).toBe(400);
  });
});

const POST = {
  name: 'Ada O.',
  tier: 'starter',
  to: null,
  text: 'My chart',
  signal: null,
  embed: null,
  open: true,
  gone: null,
  reason: null,
  likes: 0,
  seeded: false,
  editedAt: null,
  createdAt: Date.now(),
  updatedAt: Date.now(),
} as const;

describe('unreferenced picture', () => {
  const sweep = (now: number) => removeUnreferencedPictures(api, now);

  it('is deleted after a day, unlike a journal entry’s picture', async () => {
    const [named, left] = [await take(jpeg()), await take(jpeg())];
    for (const id of [named, left]) await inspectUpload(api, PICTURES, id);
    expect((await write({ status: 'taken', picture: named })).status).toBe(200);
    await sweep(Date.now() + DAY_MS - 60_000);
    expect(await isStored(left)).toBe(true);
    expect(await sweep(Date.now() + DAY_MS + 60_000)).toBeGreaterThanOrEqual(1);
    expect([await isStored(named), await isStored(left)]).toEqual([true, false]);
    expect((await api.firestore.doc(`pictures/${left}`).get()).exists).toBe(false);
    expect((await fetchPicture(named)).jpeg).not.toBeNull();
  });

  it('does not include conflicting pictures of one journal entry, which keeps both', async () => {
    const [first, second] = [await take(jpeg()), await take(jpeg())];
    for (const id of [first, second]) await inspectUpload(api, PICTURES, id);
    await write({ picture: first });
    await write({ picture: second });
    await sweep(Date.now() + DAY_MS + 60_000);
    expect([await isStored(first), await isStored(second)]).toEqual([true, true]);
  });

  it('is not deleted if most entries are missing, which suggests data loss', async () => {
    const slots = Array.from({ length: 6 }, (_, at) => `20261121T0${at}00Z`);
    const ids: string[] = [];
    for (const slot of slots) {
      const id = await take(jpeg(), slot);
      await inspectUpload(api, PICTURES, id);
      await write({ picture: id }, {}, slot);
      ids.push(id);
    }
    const journal = await api.firestore.collection('journal').get();
    await Promise.all(journal.docs.map(({ ref }) => ref.delete()));
    await expect(sweep(Date.now() + DAY_MS + 60_000)).rejects.toThrow(
      'are not referenced by any entries',
    );
    expect(await Promise.all(ids.map(isStored))).not.toContain(false);
    await Promise.all(journal.docs.map((entry) => entry.ref.set(entry.data())));
    await sweep(Date.now() + DAY_MS + 60_000);
    expect(await Promise.all(ids.map(isStored))).not.toContain(false);
  });

  it('is deleted even if one member has more of them than all others’ pictures', async () => {
    const left: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const id = await take(jpeg(), null);
      await inspectUpload(api, PICTURES, id);
      left.push(id);
    }
    const others = await Promise.all([logInNewMember(api), logInNewMember(api)]);
    for (const { uid } of others) {
      const [picture, at] = [randomUUID(), new Date()];
      const file = picturePath(uid, picture);
      const made = { state: 'approved', reason: null, createdAt: at, updatedAt: at };
      await api.firestore.doc(`pictures/${picture}`).set({ uid, slot: null, file, ...made });
      const post = toStoredPost({ ...POST, uid, picture });
      await api.firestore.doc(`posts/${randomUUID()}`).set(post);
    }
    await sweep(Date.now() + DAY_MS + 60_000);
    expect(await Promise.all(left.map(isStored))).not.toContain(true);
  });
});

describe('picture of a post', () => {
  const act = (body: object, key: string = randomUUID()) =>
    api.call('/api/network', {
      method: 'POST',
      token: member.token,
      body,
      headers: { 'idempotency-key': key },
    });

  /** Puts a post with this picture into the room. @returns its id */
  async function post(picture: string): Promise<string> {
    const id = randomUUID();
    const { status } = await act(
      { action: 'write', to: null, text: 'My chart', signal: null, picture },
      id,
    );
    expect(status).toBe(200);
    return id;
  }

  async function checkVisibility(id: string, token = member.token) {
    const { status, envelope } = await api.call(`/api/network/posts/${id}/picture`, { token });
    if (status !== 200) return status;
    return picturesEndpoints.postPicture.data.parse(envelope?.data).jpeg !== null;
  }

  /** Logs in a member of the room with so many earlier posts. */
  async function enter(posts: number): Promise<void> {
    member = await logInNewMember(api, { tier: 'starter' });
    const { uid } = member;
    await storePostCount(api.firestore, uid, posts);
  }

  async function uploadInspected(): Promise<string> {
    const id = await take(jpeg(), null);
    await inspectUpload(api, PICTURES, id);
    return id;
  }

  it('is visible to everyone with access to the room and is deleted with the post', async () => {
    await enter(9);
    const picture = await uploadInspected();
    const id = await post(picture);
    const other = await logInNewMember(api, { tier: 'starter' });
    const guest = await logInNewMember(api);
    const visibility = [
      await checkVisibility(id, other.token),
      await checkVisibility(id, guest.token),
    ];
    expect(visibility).toEqual([true, 403]);
    await removeUnreferencedPictures(api, Date.now() + DAY_MS + 60_000);
    expect(await checkVisibility(id, other.token)).toBe(true);
    expect((await act({ action: 'delete', id })).status).toBe(200);
    expect(await checkVisibility(id)).toBe(false);
    expect((await api.firestore.doc(`pictures/${picture}`).get()).exists).toBe(false);
    expect(await isStored(picture)).toBe(false);
  });

  it('is deleted with a post that moderators remove', async () => {
    await enter(9);
    const picture = await uploadInspected();
    const id = await post(picture);
    const order = { id, removalReason: 'Advertising' } as const;
    expect(await decidePost(api, order, { by: 'staff', now: Date.now() })).toBe('decided');
    expect(await isStored(picture)).toBe(false);
  });

  it('is held for moderation if its author is new', async () => {
    await enter(1);
    const id = await post(await uploadInspected());
    const other = await logInNewMember(api, { tier: 'starter' });
    expect([await checkVisibility(id), await checkVisibility(id, other.token)]).toEqual([
      true,
      false,
    ]);
    expect((await api.firestore.doc(`postCases/${id}`).get()).get('kinds')).toEqual(['picture']);
  });

  it('can’t be uploaded after moderators published the post', async () => {
    await enter(1);
    const picture = await take(jpeg(), null);
    const id = await post(picture);
    const decide = (withoutPicture: boolean) =>
      decidePost(
        api,
        { id, removalReason: null, withoutPicture },
        { by: 'staff', now: Date.now() },
      );
    expect(await decide(false)).toBe('pictureMissing');
    expect((await api.firestore.doc(`posts/${id}`).get()).get('open')).toBe(false);
    expect(await decide(true)).toBe('decided');
    await inspectUpload(api, PICTURES, picture);
    const other = await logInNewMember(api, { tier: 'starter' });
    expect((await fetchPicture(picture)).jpeg).not.toBeNull();
    expect(await checkVisibility(id, other.token)).toBe(false);
  });

  it('is published with a held post once it has arrived', async () => {
    await enter(1);
    const id = await post(await uploadInspected());
    const { token } = await logInNewMember(api, { staff: true });
    const keep = async (withoutPicture: boolean) => {
      const body = { removalReason: null, withoutPicture };
      return (await api.call(`/api/admin/posts/${id}`, { method: 'POST', token, body })).status;
    };
    expect(await keep(true)).toBe(409);
    expect((await api.firestore.doc(`posts/${id}`).get()).get('open')).toBe(false);
    expect(await keep(false)).toBe(200);
    const other = await logInNewMember(api, { tier: 'starter' });
    expect(await checkVisibility(id, other.token)).toBe(true);
  });

  it('of another member is never published with a held post', async () => {
    await enter(9);
    const theirs = await uploadInspected();
    await enter(1);
    const id = await post(theirs);
    const { token } = await logInNewMember(api, { staff: true });
    const { status, envelope } = await api.call(`/api/admin/posts/${id}`, {
      method: 'POST',
      token,
      body: { removalReason: null },
    });
    expect([status, envelope?.message]).toEqual([409, 'The picture hasn’t arrived yet']);
  });

  it('is not shown or deleted if it belongs to another member', async () => {
    await enter(9);
    const theirs = await uploadInspected();
    const owner = member;
    await enter(9);
    const id = await post(theirs);
    expect(await checkVisibility(id)).toBe(false);
    await act({ action: 'delete', id });
    expect((await fetchPicture(theirs, owner.token)).jpeg).not.toBeNull();
  });
});
