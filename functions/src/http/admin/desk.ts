import { DASHBOARD_CODE_MS } from '@quantalgo/contracts';
import { issueDashboardCode } from '../../platform/members/dashboardCodes';
import {
  deleteAnswer,
  listAnswers,
  listTickets,
  saveAnswer,
} from '../../platform/console/ticketInbox';
import { listCodes, readCode, voidCode } from '../../platform/console/codes';
import { queueMail } from '../../platform/core/outbox';
import type { ApiDeps } from '../deps';
import { HttpError } from '../errors';
import type { HandlersOf } from '../handler';
import { rowOrGone } from './users';

type Names =
  | 'adminCodes'
  | 'issueCode'
  | 'voidCode'
  | 'adminTickets'
  | 'cannedAnswers'
  | 'saveCannedAnswer'
  | 'deleteCannedAnswer';

const noCode = () => new HttpError(404, 'This member was issued no code');

interface Issued {
  readonly to: string;
  readonly uid: string;
  readonly fullName: string;
  readonly code: string;
}

async function mailCode(deps: ApiDeps, { to, uid, fullName, code }: Issued, now: number) {
  const batch = deps.firestore.batch();
  const validUntil = now + DASHBOARD_CODE_MS;
  const order = { template: 'dashboardCode', to, uid, parameters: { fullName } } as const;
  queueMail(deps, batch, { ...order, secrets: { code }, validUntil }, now);
  await batch.commit();
}

/** Dashboard codes, and the inbox of support. */
export const adminDeskHandlers = (deps: ApiDeps): HandlersOf<Names> => ({
  async adminCodes() {
    return { data: await listCodes(deps.firestore, deps.clock()) };
  },

  async issueCode({ body: { userId: uid, tier, mail }, caller }) {
    const by = caller.session.uid;
    if (uid === by) throw new HttpError(403, 'Nobody changes their own access');
    const { email: to, fullName } = await rowOrGone(deps, uid);
    const now = deps.clock();
    const code = await issueDashboardCode(deps, { uid, tier, by, now });
    if (mail) await mailCode(deps, { to, uid, fullName, code }, now);
    const issued = await readCode(deps.firestore, uid, now);
    if (!issued) throw noCode();
    return { data: { code, issued } };
  },

  async voidCode({ params: { id: uid }, caller }) {
    const order = { uid, by: caller.session.uid, now: deps.clock() };
    const code = await voidCode(deps.firestore, order);
    if (!code) throw noCode();
    return { data: code };
  },

  async adminTickets({ query: { state } }) {
    return { data: await listTickets(deps.firestore, state) };
  },

  async cannedAnswers() {
    return { data: await listAnswers(deps.firestore) };
  },

  async saveCannedAnswer({ body, idempotencyKey: id }) {
    const answer = { id, ...body };
    await saveAnswer(deps.firestore, answer);
    return { data: answer };
  },

  async deleteCannedAnswer({ params: { id } }) {
    await deleteAnswer(deps.firestore, id);
    return { data: {} };
  },
});
