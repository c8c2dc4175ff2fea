import type { AuditEntry } from '@quantalgo/contracts';
import { toCsv } from '../../domain/csv';
import { readAudit } from '../../platform/console/audit';
import { listFailedMails, retryFailedMail } from '../../platform/console/failedMails';
import { readSystem } from '../../platform/console/systemState';
import type { ApiDeps } from '../deps';
import { HttpError } from '../errors';
import type { HandlersOf } from '../handler';

const PAGE = 50;
const EXPORT_PAGE = 1000;

const COLUMNS = [
  ...['at', 'by', 'by e-mail', 'action', 'user', 'user e-mail'],
  ...['reason', 'before', 'after', 'version'],
];

type Change = NonNullable<AuditEntry['change']>;

const stateWords = ({ tier, dashboardUnlocked, staff }: Change['after']) =>
  [tier, dashboardUnlocked ? 'unlocked' : 'locked', ...(staff ? ['staff'] : [])].join(' ');

const changeCells = ({ before, after }: Change) => [
  stateWords(before),
  stateWords(after),
  String(after.accessVersion),
];

const rowOf = ({ at, by, action, user, reason, change }: AuditEntry) => [
  ...[at, by.id, by.email ?? '', action, user?.id ?? '', user?.email ?? '', reason],
  ...(change ? changeCells(change) : ['', '', '']),
];

type Names = 'failedMails' | 'retryFailedMail' | 'audit' | 'exportAudit' | 'system';

/** What staff watches over. */
export const adminWatchHandlers = (deps: ApiDeps): HandlersOf<Names> => ({
  async failedMails() {
    return { data: await listFailedMails(deps.firestore, deps.clock()) };
  },

  async retryFailedMail({ params: { id }, caller }) {
    const order = { id, by: caller.session.uid, now: deps.clock() };
    const outcome = await retryFailedMail(deps.firestore, order);
    if (outcome === 'missing') throw new HttpError(404, 'There is no such mail');
    if (outcome === 'useless')
      throw new HttpError(409, 'Its secrets are erased, or it has expired: a new one is needed');
    return { data: {} };
  },

  async audit({ query }) {
    return { data: await readAudit(deps.firestore, query, PAGE) };
  },

  async exportAudit({ query }) {
    const events = await readAudit(deps.firestore, query, EXPORT_PAGE);
    const head = query.after === undefined ? [COLUMNS] : [];
    const last = events.length === EXPORT_PAGE ? events.at(-1) : undefined;
    return { data: { csv: toCsv([...head, ...events.map(rowOf)]), next: last?.id ?? null } };
  },

  async system() {
    return { data: await readSystem(deps.firestore, deps.source, deps.clock()) };
  },
});
