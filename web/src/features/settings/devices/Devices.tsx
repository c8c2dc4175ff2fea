import { DEVICES_SOFT_LIMIT } from '@quantalgo/contracts';
import { useState } from 'react';
import { endDevice, endOtherDevices } from '../../../data/account/security';
import { useSending } from '../../../data/session/useSending';
import { useNow } from '../../../data/core/clock';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Loading';
import { failureWords } from '../failureWords';
import { OnlineOnly } from '../OnlineOnly';
import { Section } from '../Section';
import { DeviceItem } from './DeviceItem';
import { useDevices } from './useDevices';

const OTHERS = 'others';

/** Where the account is signed in. Many devices are named, never refused. */
export function Devices() {
  const { list, failed, reload } = useDevices();
  const online = useOnline();
  const now = useNow(60_000);
  const [ending, setEnding] = useState<string | null>(null);
  const { sending, failure, send } = useSending(async (which: string) => {
    setEnding(which);
    await (which === OTHERS ? endOtherDevices() : endDevice(which));
    reload();
  }, failureWords('endDevice'));
  const doing = (which: string) => (sending && ending === which ? 'Signing out…' : undefined);
  const others = list?.filter(({ current }) => !current) ?? [];
  return (
    <Section id="devices" title="Devices" about="Where you are signed in. End what you don’t know.">
      <OnlineOnly what="This list" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {failed && online && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          The list could not be fetched.
        </Notice>
      )}
      {list !== null && list.length > DEVICES_SOFT_LIMIT && (
        <Notice tone="warning">
          You are signed in on {list.length} devices. That is many: an account is for one person.
        </Notice>
      )}
      {list === null && online && !failed && <Skeleton className="h-14" />}
      {list !== null && (
        <ul className="-my-3 divide-y divide-line-soft">
          {list.map((device) => (
            <DeviceItem
              key={device.id}
              device={device}
              now={now}
              doing={doing(device.id)}
              onEnd={() => void send(device.id)}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="grid border-t border-line-soft pt-4 sm:justify-start">
          <Button size="small" doing={doing(OTHERS)} onClick={() => void send(OTHERS)}>
            Sign out all other devices
          </Button>
        </div>
      )}
    </Section>
  );
}
