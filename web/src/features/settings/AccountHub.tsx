import type { User } from '@quantalgo/contracts';
import { useSettings } from '../../data/account/settings';
import { useMember } from '../../data/session/currentSession';
import { ScreenHead } from '../../ui/ScreenHead';
import { Skeleton } from '../../ui/Loading';
import { Delete } from './data/Delete';
import { Download } from './data/Download';
import { Devices } from './devices/Devices';
import { App } from './app/App';
import { Look } from './look/Look';
import { Delivery } from './profile/Delivery';
import { Notifications } from './profile/Notifications';
import { Profile } from './profile/Profile';
import { Push } from './push/Push';
import { Email } from './security/Email';
import { Password } from './security/Password';
import { useHashTarget } from './useHashTarget';

function Sections({ member }: { member: User }) {
  const settings = useSettings(member);
  useHashTarget(settings !== undefined);
  if (!settings) return <Skeleton className="h-96 rounded-lg" />;
  return (
    <>
      <Delivery settings={settings} />
      <Profile member={member} fullName={settings.fullName} />
      <Email member={member} />
      <Password />
      <Notifications member={member} notifications={settings.notifications} />
      <Push />
      <Look />
      <Devices />
      <Download />
      <Delete />
      <App />
    </>
  );
}

/** All that a member sets, knows and ends of their own account. */
export function AccountHub() {
  const member = useMember();
  if (!member) return null;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="Account Hub">Your details, your devices and your data.</ScreenHead>
      <Sections key={member.id} member={member} />
    </div>
  );
}
