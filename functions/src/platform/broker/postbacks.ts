import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { brokerAccountDocument } from '../../collections/broker';
import {
  applyPostback,
  getNetDeposit,
  getPostbackId,
  parsePostback,
  type Postback,
  type PostbackParameters,
  type ReportedAccount,
  UNREPORTED,
} from '../../domain/broker/postback';
import type { PostbackNames } from '../../domain/broker/postbackNames';
import { toAccountKey } from '../../domain/submissions/brokerList';
import { COLLECTIONS } from '../../collections/collections';
import { parseUser, userRef } from '../account/users';
import { parseDocument } from '../core/documents';
import { brokerAccountRef } from '../submissions/brokerList';

export interface StoredPostback {
  readonly postback: Postback;
  readonly uid: string | null;
  /** False for a repeated call, which changes nothing. */
  readonly isNew: boolean;
}

const codeHolderSchema = z.object({ uid: z.string() });

/** Prefers the member linked to the account, so that a later click can't take the account over. */
async function findMember(
  firestore: Firestore,
  transaction: Transaction,
  code: string | null,
  holder: string | undefined,
): Promise<string | null> {
  if (holder !== undefined) return holder;
  if (code === null) return null;
  const codeRef = firestore.collection('admissionCodes').doc(code);
  return parseDocument(codeHolderSchema, await transaction.get(codeRef))?.uid ?? null;
}

const toTimestamp = (ms: number | null) => (ms === null ? null : Timestamp.fromMillis(ms));

const toStoredReport = (report: ReportedAccount) => ({
  ...report,
  registeredAt: toTimestamp(report.registeredAt),
  confirmedAt: toTimestamp(report.confirmedAt),
  depositedAt: toTimestamp(report.depositedAt),
});

/** A member's link may open several accounts. Theirs is the one that holds most. */
const isShown = (
  shown: { readonly traderId: string; readonly deposited: number } | null,
  { traderId, net }: { readonly traderId: string; readonly net: number },
): boolean =>
  shown === null ||
  toAccountKey(shown.traderId) === toAccountKey(traderId) ||
  net > shown.deposited;

/** Continues from `listed`, the net amount of a list that was imported since the last postback. */
function getListedReport(report: ReportedAccount, listed: number | null): ReportedAccount {
  if (listed === null || listed === getNetDeposit(report)) return report;
  return { ...report, deposited: listed + report.withdrawn };
}

/**
 * Stores a postback once, and updates the broker account and its member. Grants no access.
 * @param now epoch ms
 */
export async function storePostback(
  firestore: Firestore,
  parameters: PostbackParameters,
  { names, now }: { readonly names: PostbackNames; readonly now: number },
): Promise<StoredPostback> {
  const postback = parsePostback(names, parameters);
  const { event, traderId, admissionCode, amount } = postback;
  const reference = firestore.collection('brokerPostbacks').doc(getPostbackId(postback, now));
  const accountRef = traderId === null ? null : brokerAccountRef(firestore, traderId);
  return firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    const account =
      accountRef && parseDocument(brokerAccountDocument, await transaction.get(accountRef));
    const uid = await findMember(firestore, transaction, admissionCode, account?.uid);
    const member = uid === null ? null : parseUser(await transaction.get(userRef(firestore, uid)));
    const memberId = member === null ? null : uid;
    if (stored.exists) return { postback, uid: memberId, isNew: false };
    const at = Timestamp.fromMillis(now);
    transaction.create(reference, {
      receivedAt: at,
      raw: JSON.stringify(parameters),
      event,
      traderId,
      amount,
      uid: memberId,
      expireAt: Timestamp.fromMillis(now + COLLECTIONS.brokerPostbacks.retentionMs),
    });
    if (event === null || traderId === null || accountRef === null)
      return { postback, uid: memberId, isNew: true };
    const earlierReport = account?.report ?? UNREPORTED;
    const report = applyPostback(earlierReport, postback, now);
    const listedReport = getListedReport(earlierReport, account?.amount ?? null);
    const net = getNetDeposit(applyPostback(listedReport, postback, now));
    transaction.set(accountRef, {
      traderId,
      underOurLink: true,
      funded: net > 0,
      amount: net,
      importedAt: at,
      ...(memberId !== null && { uid: memberId }),
      report: toStoredReport(report),
      expireAt: Timestamp.fromMillis(now + COLLECTIONS.brokerRegistry.retentionMs),
    });
    if (memberId !== null && isShown(member?.broker ?? null, { traderId, net }))
      transaction.update(userRef(firestore, memberId), {
        broker: {
          traderId,
          registeredAt: toTimestamp(report.registeredAt),
          depositedAt: toTimestamp(report.depositedAt),
          deposited: net,
        },
      });
    return { postback, uid: memberId, isNew: true };
  });
}
