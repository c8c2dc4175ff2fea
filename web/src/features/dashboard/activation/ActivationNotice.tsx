import type { User } from '@quantalgo/contracts';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { REVIEW_PROMISE } from '../../../content/onboarding';
import { Notice } from '../../../ui/Notice';

const lockedSchema = z.object({ locked: z.string() });

/** Why one was led here: a screen that is locked; or how far one's own proof has come. */
export function ActivationNotice({ member }: { member: User }) {
  const cameFor = lockedSchema.safeParse(useLocation().state);
  if (member.accessLevel === 'deposited')
    return (
      <Notice>
        Your deposit is recorded. We check it {REVIEW_PROMISE}; your dashboard then opens by itself.
      </Notice>
    );
  if (cameFor.success)
    return (
      <Notice tone="warning">
        {cameFor.data.locked} is locked. It opens once your funded account is verified.
      </Notice>
    );
  return null;
}
