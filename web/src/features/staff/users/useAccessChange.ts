import { endpoints, type AdminUser, type Tier } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { NetworkError, failureText } from '../../../data/session/errors';
import { changeAccess } from '../../../data/staff/users';

const WORDS = {
  wordless: endpoints.changeUserAccess.failure,
  unanswered: 'Network error. Please check your connection and try again.',
};

/** What became of the last change. */
export type Outcome =
  | { readonly kind: 'changed' | 'stale'; readonly before: AdminUser; readonly now: AdminUser }
  | { readonly kind: 'failed'; readonly before: AdminUser; readonly words: string };

/** Sets users' access, one change of a user at a time; tells `onRow` what the server says of the row. */
export function useAccessChange(onRow: (row: AdminUser) => void) {
  const [updating, setUpdating] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // A click that was not answered keeps its key: made again, it counts once.
  const keys = useRef(new Map<string, string>());
  const busy = useRef(new Set<string>());

  const attempt = async (user: AdminUser, tier: Tier, reason: string): Promise<Outcome> => {
    const name = JSON.stringify([user.id, user.accessVersion, tier, reason]);
    const key = keys.current.get(name) ?? crypto.randomUUID();
    keys.current.set(name, key);
    try {
      const { row, stale } = await changeAccess(user, tier, reason, key);
      keys.current.delete(name);
      onRow(row);
      return { kind: stale ? 'stale' : 'changed', before: user, now: row };
    } catch (error) {
      if (!(error instanceof NetworkError)) keys.current.delete(name);
      return { kind: 'failed', before: user, words: failureText(error, WORDS) };
    }
  };
  const change = async (user: AdminUser, tier: Tier, reason = '') => {
    if (busy.current.has(user.id)) return;
    busy.current.add(user.id);
    setUpdating(new Set(busy.current));
    setOutcome(null);
    const made = await attempt(user, tier, reason);
    busy.current.delete(user.id);
    setUpdating(new Set(busy.current));
    setOutcome(made);
  };
  return { updating, outcome, change, dismiss: () => setOutcome(null) };
}
export type AccessChange = ReturnType<typeof useAccessChange>;
