import type { Brand } from '@quantalgo/contracts/core/brand';
import { BRAND } from '../core/brand';

interface Channel {
  readonly name: string;
  readonly purpose: string;
  readonly url: string;
  /** For example `@quantalgo`. */
  readonly handle: string;
}

const toHandle = (url: string) => `@${url.slice(url.lastIndexOf('/') + 1)}`;

const toChannel = (name: string, purpose: string, url: string): Channel => ({
  name,
  purpose,
  url,
  handle: toHandle(url),
});

/** A brand without a bot has no private channel, because the bot invites members to it. */
export const listChannels = ({
  community,
  support,
  bot,
}: Brand['telegram']): readonly Channel[] => [
  toChannel(
    'Community channel',
    'News and discussion on Telegram. Nothing is ever sold there.',
    community,
  ),
  ...(bot === null
    ? []
    : [
        toChannel(
          'Signal bot',
          'Invites you to your tier’s private channel once your dashboard is unlocked, and shows signal results.',
          bot,
        ),
      ]),
  toChannel(
    'Support',
    'Replies when you message us, and checks proofs of funded accounts.',
    support,
  ),
];

export const CHANNELS = listChannels(BRAND.telegram);

export const CONTACTS = {
  title: 'Official contacts',
  description: `${BRAND.name}’s official channels, and how to spot an impostor.`,
  intro:
    'Impostors copy our name, our picture and our words. Compare handles letter by letter: these are our only ones.',
  check: {
    title: 'Check this handle',
    label: 'Handle or link that someone gave you',
    help: `For example ${toHandle(BRAND.telegram.support)}. Nothing is sent: your browser compares it with the list above.`,
    action: 'Check',
    official: 'is ours.',
    invitation:
      'An invitation link doesn’t show who sent it. Ours, to the private Starter and Essential channels, come only from our bot. Link your chat in Account Hub, and don’t follow any others.',
    impostor: 'is not ours. Don’t answer, don’t send anything, and report it in the app.',
    empty: 'Enter a handle first.',
  },
  rules: {
    title: 'How to spot an impostor',
    points: [
      'We never message you first. Anyone who contacts you in our name unprompted isn’t us.',
      'We never ask for your password, a code from your inbox, or access to your phone.',
      'We never take money: no fee, no wallet, no “account manager”. You fund your own account with the broker, under your own name.',
      'We never promise a profit.',
    ],
  },
} as const;
