import { securityEndpoints } from '@quantalgo/contracts/auth/securityEndpoints';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import { type Device, DEVICES_SOFT_LIMIT } from '@quantalgo/contracts/privacy/archive';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { logOutDevice, logOutOtherDevices, fetchDevices } from '../../data/account/security';
import { useNow } from '../../data/core/clock';
import { useRequest } from '../../data/core/useRequest';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { LinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { OfflineNotice, Section } from './Section';
import { useZone } from '../../core/zone';

const OTHER_DEVICES_KEY = 'others';

/** Warns about an unusual number of devices, but never refuses one. */
export function Devices() {
  const {
    data: devices,
    failure: fetchFailure,
    reload,
  } = useRequest(fetchDevices, { failure: 'We couldn’t load your devices.' });
  const online = useOnline();
  const now = useNow(60_000);
  const zone = useZone();
  const [loggingOutId, setLoggingOutId] = useState<string | null>(null);
  const { pending, failure, send } = useMutation(async (target: string) => {
    setLoggingOutId(target);
    await (target === OTHER_DEVICES_KEY ? logOutOtherDevices() : logOutDevice(target));
    reload();
  }, toFailureText(securityEndpoints.logOutDevice));
  const getBusyLabel = (target: string) =>
    pending && loggingOutId === target ? 'Logging out…' : undefined;
  // A list that failed to load may hide other sessions.
  const mayHaveOthers = devices
    ? devices.some(({ current }) => !current)
    : fetchFailure !== null && online;
  return (
    <Section
      id="devices"
      title="Devices"
      about="Where you’re logged in. Log out any device you don’t recognise."
    >
      <OfflineNotice what="Loading this list" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {fetchFailure !== null && online && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          {fetchFailure}
        </Notice>
      )}
      {devices && devices.length > DEVICES_SOFT_LIMIT && (
        <Notice tone="warning">
          {`You are logged in on ${devices.length} devices. Accounts are for one person: log out any device you don’t use.`}
        </Notice>
      )}
      {!devices && online && fetchFailure === null && <Skeleton className="h-14" />}
      {devices && (
        <ul className="-my-3 divide-y divide-line-soft">
          {devices.map((device) => (
            <DeviceItem
              key={device.id}
              device={device}
              now={now}
              zone={zone}
              busyLabel={getBusyLabel(device.id)}
              onLogOut={() => void send(device.id)}
            />
          ))}
        </ul>
      )}
      {mayHaveOthers && (
        <div className="grid border-t border-line-soft pt-4 sm:justify-start">
          <Button
            size="small"
            busyLabel={getBusyLabel(OTHER_DEVICES_KEY)}
            onClick={() => void send(OTHER_DEVICES_KEY)}
          >
            Log out all other devices
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 border-t border-line-soft pt-4">
        <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
          A newly installed app may ask you to log in. Use a code to log in there.
        </p>
        <LinkButton to={PATHS.transfer} size="small">
          Continue in the app
        </LinkButton>
      </div>
    </Section>
  );
}

const DeviceItem = ({
  device: { browser, platform, loggedInAt, lastSeenAt, current },
  now,
  zone,
  busyLabel,
  onLogOut,
}: {
  device: Device;
  now: number;
  zone: Zone;
  busyLabel: string | undefined;
  onLogOut: () => void;
}) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
    <MonitorSmartphone size={20} aria-hidden className="shrink-0 text-muted" />
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="text-sm font-semibold">{`${browser} on ${platform}`}</span>
      <span className="text-xs text-muted tabular-nums">
        {`Last active ${formatMoment(Date.parse(lastSeenAt), now, zone)} · logged in ${formatMoment(Date.parse(loggedInAt), now, zone)}`}
      </span>
    </span>
    {current ? (
      <Chip tone="good">This device</Chip>
    ) : (
      <Button
        size="small"
        busyLabel={busyLabel}
        onClick={onLogOut}
        aria-label={`Log out ${browser} on ${platform}`}
      >
        Log out
      </Button>
    )}
  </li>
);
