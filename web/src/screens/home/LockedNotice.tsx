import { canUseFeature, isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { ESSENTIAL_DEPOSIT } from '../../content/onboarding';
import { Notice } from '../../ui/Notice';

const stateSchema = z.object({ locked: z.string() });

/** Titles of the screens that stay locked for Starter members. */
const ESSENTIAL_TITLES: readonly string[] = ['Platinum Stream', 'Essential Room'];

function explain(title: string, member: User): string | null {
  if (isLocked(member))
    return `${title} is locked. It unlocks once your funded account is verified.`;
  return ESSENTIAL_TITLES.includes(title) && !canUseFeature('essential-room', member)
    ? `${title} is locked. It unlocks with an Essential account: deposit ${ESSENTIAL_DEPOSIT} and send a new proof.`
    : null;
}

/** Explains a redirect from a locked screen, until it is unlocked. */
export function LockedNotice({ member }: { member: User }) {
  const state = stateSchema.safeParse(useLocation().state);
  const explanation = state.success ? explain(state.data.locked, member) : null;
  return explanation !== null && <Notice tone="warning">{explanation}</Notice>;
}
