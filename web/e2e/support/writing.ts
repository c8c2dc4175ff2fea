import { expect, type Locator, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { postDocumentSchema, STRANGER_POSTS } from '@quantalgo/contracts/network/post';
import {
  createNetworkMember,
  toStoredMember,
} from '@quantalgo/functions/platform/network/documents';
import type { Account } from '@quantalgo/tools/suite/accounts';
import { ESSENTIAL, newMember, services } from './suite';

/** A room in which members write. */
interface WrittenPlace {
  readonly path: typeof PATHS.essentialRoom | typeof PATHS.community;
  readonly collection: 'messages' | 'posts';
  /** Path that texts are posted to. */
  readonly call: string;
  readonly field: (page: Page) => Locator;
  readonly write: (page: Page, text: string) => Promise<void>;
}

export const CHAT: WrittenPlace = {
  path: PATHS.essentialRoom,
  collection: 'messages',
  call: '/api/essential/chat',
  field: (page) => page.getByRole('textbox', { name: 'Message' }),
  async write(page, text) {
    const field = this.field(page);
    await field.fill(text);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  },
};

export const NETWORK: WrittenPlace = {
  path: PATHS.community,
  collection: 'posts',
  call: '/api/network',
  field: (page) => page.getByLabel('Write a message'),
  async write(page, text) {
    const field = this.field(page);
    await field.fill(text);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(field).toHaveValue('');
  },
};

/** Creates a member with access to both rooms and enough posts not to be rate-limited as new. */
export async function newWriter(): Promise<Account> {
  const member = await newMember(ESSENTIAL);
  const record = { ...createNetworkMember(member.uid), posts: STRANGER_POSTS };
  await services.database.doc(`networkMembers/${member.uid}`).set(toStoredMember(record));
  return member;
}

const textsIn = (page: Page, uid: string) =>
  page.getByText(new RegExp(`^(First|Second|Third) of ${uid}$`));

/** Three texts of this member, in the order they are written. */
export const trainOf = (uid: string): readonly [string, string, string] => [
  `First of ${uid}`,
  `Second of ${uid}`,
  `Third of ${uid}`,
];

/** The member's texts in a room on the server, oldest first. */
async function readTexts(uid: string, { collection }: WrittenPlace): Promise<string[]> {
  const { docs } = await services.database.collection(collection).where('uid', '==', uid).get();
  return docs
    .map((one) => postDocumentSchema.parse(one.data()))
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ text }) => text);
}

/** Waits until the server has the member's three texts once and in order, and the room shows them so. */
export async function expectTrain(page: Page, uid: string, room: WrittenPlace): Promise<void> {
  const train = trainOf(uid);
  await expect.poll(() => readTexts(uid, room), { timeout: 60_000 }).toEqual(train);
  await expect(page.getByText('Sending…')).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText('Waiting for a better connection')).toHaveCount(0, {
    timeout: 30_000,
  });
  await expect(textsIn(page, uid)).toHaveText(train.toReversed());
}
