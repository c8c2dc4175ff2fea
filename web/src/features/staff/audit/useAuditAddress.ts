import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { AuditFilter } from '../../../data/staff/console';

const person = z.catch(
  z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))),
  null,
);
const afterSchema = z.catch(z.nullable(z.string().check(z.regex(/^\w{1,64}$/))), null);

/** What the audit is narrowed down to, and where its page begins: kept in the address. */
export function useAuditAddress() {
  const [address, setAddress] = useSearchParams();
  const filter: AuditFilter = {
    by: person.parse(address.get('by')),
    userId: person.parse(address.get('user')),
  };
  const write = ({ by, userId }: AuditFilter, after: string | null) => {
    const fields = { by, user: userId, after };
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) if (value !== null) next.set(name, value);
    setAddress(next);
  };
  return {
    filter,
    after: afterSchema.parse(address.get('after')),
    narrow: (changes: Partial<AuditFilter>) => write({ ...filter, ...changes }, null),
    goTo: (after: string | null) => write(filter, after),
  };
}
