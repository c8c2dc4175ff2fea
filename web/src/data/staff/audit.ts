import type { AuditEntry } from '@quantalgo/contracts';
import { call } from '../api/call';
import { asStaff } from './asStaff';
import { failureWords } from './failureWords';
import { staffMemory } from './memory';
import { useAnswer, type Answer } from './useAnswer';

/** Who and whom the audit is narrowed down to, by id or e-mail address; null is everybody. */
export interface AuditFilter {
  readonly by: string | null;
  readonly userId: string | null;
}

const queryOf = ({ by, userId }: AuditFilter, after: string | null) => ({
  ...(by === null ? {} : { by }),
  ...(userId === null ? {} : { userId }),
  ...(after === null ? {} : { after }),
});

const pages = staffMemory<readonly AuditEntry[]>();

/** A page of the audit, newest first, from the entry behind `after` on. */
export function useAudit(filter: AuditFilter, after: string | null): Answer<readonly AuditEntry[]> {
  const query = queryOf(filter, after);
  return useAnswer(
    pages,
    JSON.stringify(query),
    async () => (await call('audit', { query })).data,
    failureWords('audit'),
  );
}

/** The whole audit as CSV, page by page, in which no field is a formula. */
export const exportAudit = (filter: AuditFilter): Promise<File> =>
  asStaff(async () => {
    const parts: string[] = [];
    let after: string | null = null;
    do {
      const query = queryOf(filter, after);
      const { data } = await call('exportAudit', { query });
      parts.push(data.csv);
      after = data.next;
    } while (after !== null);
    return new File(parts, 'audit.csv', { type: 'text/csv' });
  });
