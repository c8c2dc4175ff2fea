import { BadgeCheck } from 'lucide-react';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';

interface ChatMessage {
  readonly user: string;
  readonly message: string;
  readonly time: string;
  readonly verified: boolean;
}

const SAMPLE_CHAT: readonly ChatMessage[] = [
  {
    user: 'Amara K.',
    message: 'Half out at the first target, stop to entry. Now it can run.',
    time: '14:02 WAT',
    verified: true,
  },
  {
    user: 'Luis R.',
    message: 'Passing on the pound today, news in an hour.',
    time: '13:57 WAT',
    verified: false,
  },
  {
    user: 'Chidi A.',
    message: 'Good morning all. Quiet open, small sizes.',
    time: '13:41 WAT',
    verified: true,
  },
];

/** For authors who were Essential members with a checked broker account when they wrote. */
export const VerifiedMark = () => (
  <>
    <BadgeCheck size={14} aria-hidden className="shrink-0 text-call" />
    <span className="sr-only">verified</span>
  </>
);

export const SampleChat = () => (
  <Panel title="VIP chat" aside={<SampleTag />}>
    <ol aria-label="Messages, newest first">
      {SAMPLE_CHAT.map(({ user, message, time, verified }) => (
        <li key={message} className="border-t border-line-soft px-4 py-3">
          <p className="flex items-center gap-1.5 text-xs text-muted">
            <span className="text-sm font-semibold text-text">{user}</span>
            {verified && <VerifiedMark />}
            <span translate="no" className="ml-auto tabular-nums">
              {time}
            </span>
          </p>
          <p className="mt-1 text-sm break-words">{message}</p>
        </li>
      ))}
    </ol>
  </Panel>
);
