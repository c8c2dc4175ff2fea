import { watMoment, type Device } from '@quantalgo/contracts';
import { MonitorSmartphone } from 'lucide-react';
import { Button } from '../../../ui/Button';
import { Chip } from '../../../ui/Chip';

/** One session, and the end of it. */
export const DeviceItem = ({
  device: { browser, platform, signedInAt, lastSeenAt, current },
  now,
  doing,
  onEnd,
}: {
  device: Device;
  now: number;
  doing: string | undefined;
  onEnd: () => void;
}) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
    <MonitorSmartphone size={20} aria-hidden className="shrink-0 text-muted" />
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="text-sm font-semibold">
        {browser} on {platform}
      </span>
      <span className="text-xs text-muted tabular-nums">
        Seen {watMoment(Date.parse(lastSeenAt), now)} · signed in{' '}
        {watMoment(Date.parse(signedInAt), now)}
      </span>
    </span>
    {current ? (
      <Chip tone="good">This device</Chip>
    ) : (
      <Button
        size="small"
        doing={doing}
        onClick={onEnd}
        aria-label={`Sign out ${browser} on ${platform}`}
      >
        Sign out
      </Button>
    )}
  </li>
);
