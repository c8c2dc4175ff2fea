import type { AuditEvent } from '@quantalgo/contracts';
import { toCsv } from '../../domain/csv';
import { readAudit } from '../../platform/admin/audit';
import { listFailedMails, retryFailedMail } from '../../platform/admin/failedMails';
import { readSystem } from '../../platform/admin/systemState';
import type { ApiDeps } from '../deps';
import { HttpError } from '../errors';
import type { HandlersOf } from '../handler';

const PAGE = 50;
const EXPORT_PAGE = 1000;

const COLUMNS = ['at', 'user', 'by', 'reason', 'before', 'after', 'version'];

const stateWords = ({ tier, dashboardUnlocked, staff }: AuditEvent['after']) =>
  [tier, dashboardUnlocked ? 'unlocked' : 'locked', ...(staff ? ['staff'] : [])].join(' ');

const rowOf = ({ at, userId, by, reason, before, after }: AuditEvent) => [
  at,
  userId,
  by,
  reason,
  stateWords(before),
  stateWords(after),
  String(after.accessVersion),
];

type Names = 'failedMails' | 'retryFailedMail' | 'audit' | 'exportAudit' | 'system';

/** What staff watches over. */
export const adminWatchHandlers = (deps: ApiDeps): HandlersOf<Names> => ({
  async failedMails() {
    return { data: await listFailedMails(deps.firestore, deps.clock()) };
  },

  async retryFailedMail({ params: { id } }) {
    const outcome = await retryFailedMail(deps.firestore, id, deps.clock());
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
