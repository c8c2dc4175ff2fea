import { type User } from '@quantalgo/contracts/account/member';
import { type NotificationSwitch, NOTIFICATIONS } from '@quantalgo/contracts/settings/settings';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { pushEndpoints } from '@quantalgo/contracts/push/endpoints';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { changeSettings, type SettingsView } from '../../data/settings/settings';
import { useNow } from '../../data/core/clock';
import { useRequest } from '../../data/core/useRequest';
import { fetchPushDevices, disablePushElsewhere } from '../../data/push/devicePush';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Switch } from '../../ui/Choices';
import { Notice } from '../../ui/Notice';
import { Push, type PushView, usePushView } from './Push';
import { Section } from './Section';
import { SAVE_FAILED } from '../../ui/storageText';

export const NOTIFICATION_NAMES: Readonly<Record<NotificationSwitch, string>> = {
  signals: 'Signals',
  trades: 'Trades',
  security: 'Security',
  marketing: 'Offers and news',
};

const DESCRIPTIONS: Readonly<Record<NotificationSwitch, string>> = {
  signals: 'New signals for your tier, and how they ended.',
  trades: 'Changes of your access. You always get these by email too.',
  security:
    'Logins on new devices, and changes to your Telegram chat or second factor. We always email you about these too, and about changes to your password or email.',
  marketing: 'Now and then. Off unless you turn it on.',
};

const showsNotifications = (view: PushView | undefined): boolean =>
  !view || (view.obstacle === null && view.device !== null);

export function Notifications({
  member,
  notifications,
}: {
  member: User;
  notifications: SettingsView['notifications'];
}) {
  // Show the new state before the outbox has stored it, because a switch that lags seems broken.
  const [pressed, setPressed] = useState<{ kind: NotificationSwitch; on: boolean } | null>(null);
  const [failed, setFailed] = useState(false);
  const { view, reload } = usePushView();
  if (pressed && notifications[pressed.kind] === pressed.on) setPressed(null);
  const set = async (kind: NotificationSwitch, on: boolean) => {
    setPressed({ kind, on });
    setFailed(false);
    try {
      await changeSettings(member, { notifications: { [kind]: on } }, notifications);
    } catch {
      setPressed(null);
      setFailed(true);
    }
  };
  const isOn = (kind: NotificationSwitch) =>
    pressed?.kind === kind ? pressed.on : notifications[kind];
  return (
    <Section
      id="notifications"
      title="Notifications"
      about="Choose what to be notified about, on all your devices. Changes apply at once."
    >
      <div className="-my-2 divide-y divide-line-soft">
        {NOTIFICATIONS.map((kind) => (
          <Switch
            key={kind}
            label={NOTIFICATION_NAMES[kind]}
            help={
              isOn(kind) && !showsNotifications(view)
                ? `${DESCRIPTIONS[kind]} This device doesn’t show them.`
                : DESCRIPTIONS[kind]
            }
            checked={isOn(kind)}
            onChange={(on) => void set(kind, on)}
          />
        ))}
      </div>
      {failed && <Notice tone="error">{SAVE_FAILED}</Notice>}
      {view && <Push view={view} onChanged={reload} />}
      <OtherPushDevices deviceId={view?.device?.id} />
    </Section>
  );
}

/** Renders nothing if there are no other devices, or they can't be fetched. */
function OtherPushDevices({ deviceId }: { deviceId: string | undefined }) {
  const { data: devices, reload } = useRequest(fetchPushDevices, {
    key: deviceId ?? '',
    failure: '',
  });
  const now = useNow(60_000);
  const zone = useZone();
  const { pending, failure, send } = useMutation(async (id: string) => {
    await disablePushElsewhere(id);
    reload();
  }, toFailureText(pushEndpoints.unsubscribe));
  const otherDevices = devices?.filter(({ current }) => !current) ?? [];
  if (otherDevices.length === 0) return null;
  return (
    <div className="grid gap-3 border-t border-line-soft pt-4">
      <h3 className="text-sm font-semibold">Your other devices</h3>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <ul className="-my-2 divide-y divide-line-soft">
        {otherDevices.map(({ id, browser, platform, pausedUntil }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
            <BellRing size={18} aria-hidden className="shrink-0 text-muted" />
            <span className="grid min-w-0 flex-1 gap-0.5 text-sm">
              <span>{`${browser} on ${platform}`}</span>
              {pausedUntil !== null && Date.parse(pausedUntil) > now && (
                <span className="text-xs text-muted">
                  {`Signals are paused until ${formatMoment(Date.parse(pausedUntil), now, zone)}.`}
                </span>
              )}
            </span>
            <Button
              size="small"
              variant="quiet"
              disabled={pending}
              aria-label={`Turn off notifications for ${browser} on ${platform}`}
              onClick={() => void send(id)}
            >
              Turn off
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
