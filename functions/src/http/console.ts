import { readMemberFigures } from '../platform/console/memberWeeks';
import { type AuditEntry, MAX_NEWS_PER_DAY } from '@quantalgo/contracts/console/console';
import { type accessBodySchema, NO_EMAIL, NO_USER } from '@quantalgo/contracts/console/endpoints';
import { NO_TICKET } from '@quantalgo/contracts/tickets/endpoints';
import { toCsv } from '@quantalgo/contracts/core/csv';
import { DASHBOARD_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import type { z } from 'zod/mini';
import { createIdempotentCall } from '../platform/core/idempotency';
import { readAccessHistory, readAudit } from '../platform/console/audit';
import { listCodes, readCode, voidCode } from '../platform/console/codes';
import { listFailedEmails, retryFailedEmail } from '../platform/email/queue';
import { queueNews } from '../platform/console/news';
import { readUserRow } from '../platform/console/people';
import { findProblem } from '../platform/problems/problems';
import { readSystemState } from '../platform/console/systemState';
import {
  deleteAnswer,
  listAnswers,
  listTickets,
  readAdminTicket,
  saveAnswer,
} from '../platform/tickets/inbox';
import { readFilteredPage, readUsersPage, searchUsers } from '../platform/console/userLists';
import { type EmailOrder, queueEmail, sealParameters } from '../platform/core/queues';
import { changeAccess } from '../platform/access/access';
import { issueDashboardCode } from '../platform/access/dashboardCodes';
import { MemberGoneError } from '../platform/account/users';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

const NO_SUCH_PAGE =
  'Only a filter’s first and last pages have numbers. Request others with after or before.';

const MAX_HISTORY_ENTRIES = 20;

const getReason = ({ reason, tier }: z.output<typeof accessBodySchema>) =>
  reason === undefined || reason === '' ? `set to ${tier} in the console` : reason;

/** @throws HttpError 404 if there is no such user */
export async function requireUserRow({ firestore }: Pick<ApiDeps, 'firestore'>, uid: string) {
  const row = await readUserRow(firestore, uid);
  if (!row) throw new HttpError(404, NO_USER);
  return row;
}

export const createAdminUsersHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'adminUsers' | 'searchUsers' | 'adminUser' | 'changeUserAccess'> => ({
  async adminUsers({ query: { filter, ...paging } }) {
    const { firestore } = deps;
    const page =
      filter === undefined
        ? await readUsersPage(firestore, paging)
        : await readFilteredPage(firestore, { ...paging, filter });
    if (!page) throw new HttpError(400, NO_SUCH_PAGE);
    return { data: [...page.rows], pagination: page.pagination };
  },

  async searchUsers({ body: { search } }) {
    return { data: await searchUsers(deps.firestore, search) };
  },

  async adminUser({ params: { id } }) {
    const user = await requireUserRow(deps, id);
    const history = await readAccessHistory(deps.firestore, id, MAX_HISTORY_ENTRIES);
    return { data: { user, history } };
  },

  async changeUserAccess({ params: { id }, body, caller, idempotencyKey: key, version }) {
    const { uid } = caller.session;
    if (uid === id) throw new HttpError(403, 'You can’t change your own access');
    const { tier, dashboardUnlocked, hasDeposited } = body;
    const change = { tier, dashboardUnlocked, hasDeposited };
    const order = { uid: id, change, by: uid, reason: getReason(body), now: deps.clock() };
    const call = createIdempotentCall(uid, key, 'changeUserAccess', id, body);
    const outcome = await changeAccess(deps, order, { version, call });
    const data = await requireUserRow(deps, id);
    if (outcome === 'stale')
      throw new HttpError(409, 'Someone has changed this user in the meantime', { data });
    return { data };
  },
});

type ConsoleNames =
  | 'sendNews'
  | 'adminCodes'
  | 'issueCode'
  | 'voidCode'
  | 'adminTickets'
  | 'adminTicket'
  | 'cannedAnswers'
  | 'saveCannedAnswer'
  | 'deleteCannedAnswer';

const createNoCodeError = () => new HttpError(404, 'No code was issued to this member');

const buildCodeEmail = (
  deps: ApiDeps,
  { to, uid, fullName, code }: Record<'to' | 'uid' | 'fullName' | 'code', string>,
  now: number,
): EmailOrder => ({
  template: 'dashboardCode',
  to,
  uid,
  parameters: { fullName },
  sealed: sealParameters(deps, { code }),
  validUntil: now + DASHBOARD_CODE_TTL_MS,
});

const NEWS_LIMIT_REACHED = `${MAX_NEWS_PER_DAY} announcements have been sent today. The next can go out tomorrow (UTC).`;

export const createAdminConsoleHandlers = (deps: ApiDeps): EndpointHandlers<ConsoleNames> => ({
  async adminCodes() {
    return { data: await listCodes(deps.firestore, deps.clock()) };
  },

  async issueCode({ body: { userId: uid, tier, mail }, caller }) {
    const by = caller.session.uid;
    if (uid === by) throw new HttpError(403, 'You can’t change your own access');
    const now = deps.clock();
    const order = { uid, tier, by, now };
    const code = await issueDashboardCode(deps, order, (transaction, member, secret) => {
      const { email: to, fullName } = member;
      if (mail)
        queueEmail(
          deps,
          transaction,
          buildCodeEmail(deps, { to, uid, fullName, code: secret }, now),
          now,
        );
    }).catch((error: unknown) => {
      throw error instanceof MemberGoneError ? new HttpError(404, NO_USER) : error;
    });
    const issued = await readCode(deps.firestore, uid, now);
    if (!issued) throw createNoCodeError();
    return { data: { code, issued } };
  },

  async voidCode({ params: { id: uid }, body, caller }) {
    const issuedAt = body.issuedAt === undefined ? undefined : Date.parse(body.issuedAt);
    const order = { uid, by: caller.session.uid, now: deps.clock(), issuedAt };
    const code = await voidCode(deps.firestore, order);
    if (code === 'missing') throw createNoCodeError();
    if (code === 'replaced') throw new HttpError(409, 'A newer code was issued to this member');
    return { data: code };
  },

  async sendNews({ body: news, caller, idempotencyKey: key }) {
    if (deps.push.publicKey === null)
      throw new HttpError(409, 'Notifications are not set up on this site');
    const call = createIdempotentCall(caller.session.uid, key, 'sendNews', news);
    if (!(await queueNews(deps.firestore, news, call, deps.clock())))
      throw new HttpError(409, NEWS_LIMIT_REACHED);
    return { data: {} };
  },

  async adminTickets({ query: { state, before } }) {
    const changedBefore = before === undefined ? null : Date.parse(before);
    return { data: await listTickets(deps.firestore, state, changedBefore) };
  },

  async adminTicket({ params: { id } }) {
    const data = await readAdminTicket(deps.firestore, id);
    if (!data) throw new HttpError(404, NO_TICKET);
    return { data };
  },

  async cannedAnswers() {
    return { data: await listAnswers(deps.firestore) };
  },

  async saveCannedAnswer({ body, idempotencyKey: id, caller }) {
    const call = createIdempotentCall(caller.session.uid, id, 'saveCannedAnswer', body);
    if (!(await saveAnswer(deps.firestore, body, call, deps.clock())))
      throw new HttpError(409, 'Another saved answer already has this id');
    return { data: { id, ...body } };
  },

  async deleteCannedAnswer({ params: { id }, caller }) {
    await deleteAnswer(deps.firestore, id, { by: caller.session.uid, now: deps.clock() });
    return { data: {} };
  },
});

const AUDIT_PAGE_SIZE = 50;

const EXPORT_PAGE_SIZE = 1000;

const AUDIT_COLUMNS = [
  'at',
  'by',
  'by email',
  'action',
  'user',
  'user email',
  'reason',
  'before',
  'after',
  'version',
];

type AccessChange = NonNullable<AuditEntry['change']>;

const formatState = ({ tier, dashboardUnlocked, staff }: AccessChange['after']) =>
  [tier, dashboardUnlocked ? 'unlocked' : 'locked', ...(staff ? ['staff'] : [])].join(' ');

const toChangeCells = ({ before, after }: AccessChange) => [
  formatState(before),
  formatState(after),
  String(after.accessVersion),
];

const toAuditRow = ({ at, by, action, user, reason, change }: AuditEntry) => [
  at,
  by.id,
  by.email ?? '',
  action,
  user?.id ?? '',
  user?.email ?? '',
  reason,
  ...(change ? toChangeCells(change) : ['', '', '']),
];

type WatchNames =
  | 'failedEmails'
  | 'retryFailedEmail'
  | 'audit'
  | 'exportAudit'
  | 'findProblem'
  | 'system';

export const createAdminWatchHandlers = (deps: ApiDeps): EndpointHandlers<WatchNames> => ({
  async failedEmails() {
    return { data: await listFailedEmails(deps.firestore, deps.clock()) };
  },

  async retryFailedEmail({ params: { id }, caller }) {
    const order = { id, by: caller.session.uid, now: deps.clock() };
    const outcome = await retryFailedEmail(deps.firestore, order);
    if (outcome === 'missing') throw new HttpError(404, NO_EMAIL);
    if (outcome === 'useless')
      throw new HttpError(
        409,
        'This email has expired, or its secrets were erased. The recipient has to request a new one.',
      );
    return { data: {} };
  },

  async findProblem({ body: { code } }) {
    const problem = await findProblem(deps.firestore, code, deps.pseudonymSecrets);
    if (!problem)
      throw new HttpError(404, 'No report has this code. Reports are kept for 30 days.');
    return { data: problem };
  },

  async audit({ body }) {
    return { data: await readAudit(deps.firestore, body, AUDIT_PAGE_SIZE) };
  },

  async exportAudit({ body }) {
    const events = await readAudit(deps.firestore, body, EXPORT_PAGE_SIZE);
    const headerRows = body.after === undefined ? [AUDIT_COLUMNS] : [];
    const lastEvent = events.length === EXPORT_PAGE_SIZE ? events.at(-1) : undefined;
    const csv = toCsv([...headerRows, ...events.map(toAuditRow)]);
    return { data: { csv, next: lastEvent?.id ?? null } };
  },

  async system() {
    return { data: await readSystemState(deps.firestore, deps.source, deps.clock()) };
  },
});

export const createMemberWeeksHandlers = ({
  clock,
  firestore,
  limiter,
  weekCounter,
}: ApiDeps): EndpointHandlers<'memberWeeks' | 'countSignUpVisit'> => ({
  async memberWeeks() {
    return { data: await readMemberFigures(firestore, clock()) };
  },

  async countSignUpVisit({ origin }) {
    await enforceLimits(limiter, ['originSignUpVisits', origin]);
    await weekCounter.add('opened', 1);
    return { data: null };
  },
});
