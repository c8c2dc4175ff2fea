import { NOTIFICATIONS, type Notification, type User } from '@quantalgo/contracts';
import { useState } from 'react';
import { NOTIFICATION_WORDS } from '../../../content/accountHub';
import type { SettingsView } from '../../../data/account/settings';
import { Notice } from '../../../ui/Notice';
import { Switch } from '../../../ui/Choices';
import { Section } from '../Section';
import { keepSettings } from './keepSettings';

/** What the member wants to be told. Each takes hold at once. */
export function Notifications({
  member,
  notifications,
}: {
  member: User;
  notifications: SettingsView['notifications'];
}) {
  // What was pressed shows at once, until it lies in the outbox: a switch that lags seems broken.
  const [pressed, setPressed] = useState<{ kind: Notification; on: boolean } | null>(null);
  const [failed, setFailed] = useState(false);
  if (pressed && notifications[pressed.kind] === pressed.on) setPressed(null);
  const set = async (kind: Notification, on: boolean) => {
    setPressed({ kind, on });
    setFailed(false);
    try {
      await keepSettings(member.id, { notifications: { [kind]: on } });
    } catch {
      setPressed(null);
      setFailed(true);
    }
  };
  return (
    <Section
      id="notifications"
      title="Notifications"
      about="What you want to be told. A change takes hold at once."
    >
      <div className="-my-2 divide-y divide-line-soft">
        {NOTIFICATIONS.map((kind) => (
          <Switch
            key={kind}
            label={NOTIFICATION_WORDS[kind].name}
            help={NOTIFICATION_WORDS[kind].text}
            checked={pressed?.kind === kind ? pressed.on : notifications[kind]}
            onChange={(on) => void set(kind, on)}
          />
        ))}
      </div>
      {failed && (
        <Notice tone="error">It could not be saved on this device. Please try again.</Notice>
      )}
    </Section>
  );
}
