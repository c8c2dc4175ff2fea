import { CircleAlert, CircleCheck, Clock, CloudUpload, type LucideIcon } from 'lucide-react';
import { REVIEW_PROMISE } from '../../../content/onboarding';
import type { ProofStatus } from '../../../data/account/proof';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly Icon: LucideIcon;
  /** Class of the icon's colour. */
  readonly mark: string;
}

/** The server's words end a sentence, or not. */
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

function unsent(failing: boolean, online: boolean): Words {
  const look = { Icon: CloudUpload, mark: 'text-amber' } as const;
  if (!online)
    return {
      ...look,
      title: 'Your proof is waiting to be sent',
      text: 'You are offline. It goes out as soon as you are back online.',
    };
  return failing
    ? {
        ...look,
        title: 'Your proof is waiting to be sent',
        text: 'The line is bad. We keep trying.',
      }
    : { ...look, title: 'Your proof is being sent', text: 'This takes a moment.' };
}

/** What the card says of a proof. */
export function proofWords(status: ProofStatus, online: boolean): Words {
  switch (status.stage) {
    case 'unsent':
      return unsent(status.failing, online);
    case 'sent':
      return {
        title: 'Your proof is being checked',
        text: `It was sent. We look at it ${REVIEW_PROMISE}, and this page changes by itself.`,
        Icon: Clock,
        mark: 'text-muted',
      };
    case 'approved':
      return {
        title: 'Your proof is approved',
        text: 'Your account with the broker is linked.',
        Icon: CircleCheck,
        mark: 'text-call',
      };
    case 'rejected':
      return {
        title: 'Your proof was not accepted',
        text: sentence(status.reason ?? 'It could not be read'),
        Icon: CircleAlert,
        mark: 'text-put',
      };
  }
}
