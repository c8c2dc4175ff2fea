import { SETUP_PROMISE } from '../../content/onboarding';
import type { SetupStatus } from '../../data/account/setup';
import type { ChipTone } from '../../ui/Chip';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly chip: string;
  readonly tone: ChipTone;
}

/** The server's words end a sentence, or not. */
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

const unsentText = (online: boolean, kept: boolean) => {
  const when = online
    ? 'It is on its way. On a bad line we keep trying'
    : 'You are offline. It goes out as soon as you are back online';
  return kept
    ? `Saved on this device. ${when}, also after you close this page.`
    : `${when}. This browser keeps nothing: leave this page open until then.`;
};

/** What is said of the account setup that was sent last. `kept`: whether it would survive the closing of the page. */
export function setupWords(
  { state, reason }: Pick<SetupStatus, 'state' | 'reason'>,
  online: boolean,
  kept: boolean,
): Words {
  switch (state) {
    case 'unsent':
      return {
        title: 'Your account setup is waiting to be sent',
        text: unsentText(online, kept),
        chip: 'Waiting',
        tone: 'warning',
      };
    case 'checking':
    case 'waiting':
      return {
        title: 'Your account setup is being checked',
        text: `It was sent. We look at it ${SETUP_PROMISE}, and this page changes by itself.`,
        chip: 'Being checked',
        tone: 'neutral',
      };
    case 'approved':
      return {
        title: 'Your account setup is approved',
        text: 'Your funded account is verified.',
        chip: 'Approved',
        tone: 'good',
      };
    case 'rejected':
    case 'refused':
      return {
        title: 'Your account setup was not accepted',
        text: `${sentence(reason ?? 'It could not be read')} Please send it again.`,
        chip: 'Not accepted',
        tone: 'bad',
      };
  }
}
