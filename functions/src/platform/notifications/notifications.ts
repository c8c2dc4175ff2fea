import { isLocked } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import {
  ACCOUNT_EVENTS,
  type MemberEvent,
  memberEventDocumentSchema,
  type SentNews,
  SOCIAL_EVENTS,
  toMemberEvent,
} from '@quantalgo/contracts/notifications/notification';
import {
  capReadMark,
  coversReadMark,
  joinReadMarks,
  parseReadMark,
  type ReadMark,
} from '@quantalgo/contracts/account/readMark';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Firestore } from 'firebase-admin/firestore';
import { ALL_KEYS } from '../../domain/push/delivery';
import { parseDocument } from '../core/documents';
import { getBroadcastsCollection, getPushesCollection, parseBroadcast } from '../core/queues';
import { requireMember, userRef } from '../account/users';

const MAX_EVENTS_PER_GROUP = 25;

const MAX_NEWS = 20;

/** Newest first. Each group has its own limit, so mentions and replies can't hide account events. */
async function readEvents(firestore: Firestore, uid: string): Promise<MemberEvent[]> {
  const readGroup = async (events: readonly string[]): Promise<MemberEvent[]> => {
    const pushes = getPushesCollection(firestore)
      .where('uid', '==', uid)
      .where('event', 'in', events);
    const { docs } = await pushes.orderBy('createdAt', 'desc').limit(MAX_EVENTS_PER_GROUP).get();
    return docs.map((document) =>
      toMemberEvent(document.id, parseDocument(memberEventDocumentSchema, document)),
    );
  };
  const groups = await Promise.all([readGroup(ACCOUNT_EVENTS), readGroup(SOCIAL_EVENTS)]);
  return groups.flat().sort((a, b) => b.at - a.at);
}

async function readNews(firestore: Firestore, record: UserRecord): Promise<SentNews[]> {
  // Shards of a broadcast hold the same news.
  const newsQuery = getBroadcastsCollection(firestore)
    .where('event', '==', 'news')
    .where('from', '==', ALL_KEYS.from)
    .where('to', '==', ALL_KEYS.to);
  const { docs } = await newsQuery.orderBy('createdAt', 'desc').limit(MAX_NEWS).get();
  const audience = isLocked(record) ? 'guests' : 'members';
  return docs.flatMap((document) => {
    const broadcast = parseBroadcast(document);
    const news = broadcast?.news;
    if (!news || (news.audience !== 'all' && news.audience !== audience)) return [];
    const { id, title, text, to } = news;
    return [{ id, title, text, to, at: broadcast.createdAt }];
  });
}

export async function readNotifications(
  firestore: Firestore,
  uid: string,
  record: UserRecord,
): Promise<{ events: MemberEvent[]; news: SentNews[]; read: ReadMark }> {
  const [events, news] = await Promise.all([
    readEvents(firestore, uid),
    readNews(firestore, record),
  ]);
  return { events, news, read: parseReadMark(record.readMark) };
}

/** A device's clock may be this far ahead of the server's. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** Merges the marks, so calls may be repeated or arrive in any order. @throws MemberGoneError */
export const markRead = (
  firestore: Firestore,
  uid: string,
  mark: ReadMark,
  now: number,
): Promise<ReadMark> =>
  firestore.runTransaction(async (transaction) => {
    const record = await requireMember(firestore, transaction, uid);
    const storedMark = parseReadMark(record.readMark);
    const cappedMark = capReadMark(mark, now + CLOCK_TOLERANCE_MS);
    if (coversReadMark(storedMark, cappedMark)) return storedMark;
    const readMark = joinReadMarks(storedMark, cappedMark);
    transaction.update(userRef(firestore, uid), { readMark });
    return readMark;
  });
