import { type User } from '@quantalgo/contracts/account/member';
import { ZONE_CHOICES, type ZoneChoice } from '@quantalgo/contracts/settings/settings';
import { formatZonedTime } from '@quantalgo/contracts/core/format';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BRAND } from '../../core/brand';
import { INSTALL, WHATS_NEW } from '../../content/appNews';
import { EMBEDDED } from '../../content/hero';
import { chooseZone, getDeviceZoneName, useSettings } from '../../data/settings/settings';
import { useNow } from '../../data/core/clock';
import { getBuildName } from '../../data/core/environment';
import { chooseTheme, type Theme, THEMES, useTheme } from '../../data/core/theme';
import type { KitState } from '../../data/core/workerProtocol';
import { fetchKit, useInstallPrompt, useKit, useUpdate } from '../../data/pwa/appState';
import { isEmbedded, readCapabilities } from '../../data/pwa/capabilities';
import { requiresManualInstall, isInstalled } from '../../data/pwa/install';
import { useMember } from '../../data/auth/currentSession';
import { Button } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { UploadProgress } from '../../ui/Progress';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { Delete, Delivery, Download, Profile, ReplacedSettings } from './Account';
import { Contact } from './Contact';
import { Notifications } from './Notifications';
import { Section } from './Section';
import { useZoneChoice, ZONES } from '../../core/zone';
import { SAVE_FAILED } from '../../ui/storageText';

// Loaded after the sections above. Their placeholders have the ids, so that links work at once.
const Email = lazyComponent(
  async () => (await import('./Security')).Email,
  <div id="email">
    <Skeleton className="h-40" />
  </div>,
);
const Password = lazyComponent(
  async () => (await import('./Security')).Password,
  <div id="password">
    <Skeleton className="h-96" />
  </div>,
);
const Country = lazyComponent(
  async () => (await import('./Country')).Country,
  <div id="country">
    <Skeleton className="h-40 lg:h-28" />
  </div>,
);
const Devices = lazyComponent(
  async () => (await import('./Devices')).Devices,
  <div id="devices">
    <Skeleton className="h-64" />
  </div>,
);
const Telegram = lazyComponent(
  async () => (await import('./Telegram')).Telegram,
  <div id="telegram">
    <Skeleton className="h-40" />
  </div>,
);
const Payout = lazyComponent(
  async () => (await import('./RiskDesk')).Payout,
  <div id="payout">
    <Skeleton className="h-64" />
  </div>,
);
const RiskDesk = lazyComponent(
  async () => (await import('./RiskDesk')).RiskDesk,
  <div id="desk">
    <Skeleton className="h-96" />
  </div>,
);

function Sections({ member }: { member: User }) {
  const settings = useSettings(member);
  useHashTarget(settings !== undefined);
  if (!settings) return <Skeleton className="h-96 rounded-lg" />;
  return (
    <>
      <Delivery settings={settings} />
      <ReplacedSettings member={member} settings={settings} />
      <Profile member={member} fullName={settings.fullName} />
      <Contact member={member} settings={settings} />
      <Country member={member} country={settings.country} />
      <Email member={member} />
      <Password />
      <Notifications member={member} notifications={settings.notifications} />
      <Appearance />
      <TimeZone member={member} />
      <Payout member={member} />
      <RiskDesk member={member} />
      <Devices />
      {BRAND.telegram.bot !== null && <Telegram />}
      <Download />
      <Delete />
      <App />
    </>
  );
}

export default function AccountHub() {
  const member = useMember();
  if (!member) return null;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="Account Hub">Your details, your devices and your data.</ScreenHead>
      <Sections key={member.id} member={member} />
    </div>
  );
}

/** Scrolls to the hash's section once `ready`, because the router doesn't. */
function useHashTarget(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (ready && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [ready, hash, key]);
}

const App = () => (
  <Section id="app" title="App" about="On this device.">
    <Version />
    <OfflineKit />
    <Install />
  </Section>
);

function describeInstall(canInstall: boolean): string {
  if (isInstalled()) return INSTALL.installed;
  if (canInstall) return INSTALL.offer;
  if (isEmbedded(readCapabilities())) return EMBEDDED.text(BRAND.name);
  return requiresManualInstall()
    ? `${INSTALL.byHand.offer} ${INSTALL.byHand.steps}`
    : INSTALL.otherwise;
}

function Install() {
  const install = useInstallPrompt();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-pretty">{describeInstall(install !== null)}</p>
      {install && (
        <Button size="small" onClick={install}>
          {INSTALL.action}
        </Button>
      )}
    </div>
  );
}

const KIT_TEXT: Record<Exclude<KitState['status'], 'fetching'>, string> = {
  ready: 'All screens open offline.',
  absent: 'Only screens you’ve opened work offline, because your browser is set to save data.',
  failed: 'Some screens couldn’t be downloaded, so they don’t open offline yet.',
};

export function OfflineKit() {
  const kit = useKit();
  if (!kit)
    return <p className="text-sm text-muted">This browser can’t store the app for offline use.</p>;
  const { status, done, total } = kit;
  if (status === 'fetching')
    return <UploadProgress label="Downloading the screens for offline use" share={done / total} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p>{KIT_TEXT[status]}</p>
      {status !== 'ready' && (
        <Button size="small" onClick={fetchKit}>
          {status === 'failed' ? 'Try again' : 'Save for offline use'}
        </Button>
      )}
    </div>
  );
}

const News = ({ title, news }: { title: string; news: readonly string[] }) => (
  <details className="text-sm">
    <summary className="min-h-11 content-center text-muted lg:min-h-8">{title}</summary>
    <ul className="grid list-disc gap-1 pl-5">
      {news.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </details>
);

function Version() {
  const update = useUpdate();
  const nextBuild = update?.build;
  const title = nextBuild ? `New in ${nextBuild.name}` : `New in ${WHATS_NEW.version}`;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">
          Version{' '}
          <span translate="no" className="font-semibold tabular-nums">
            {getBuildName()}
          </span>{' '}
          <span className="text-muted">
            {update ? 'A newer version is ready.' : 'No newer version is available.'}
          </span>
        </p>
        {update && (
          <Button size="small" onClick={update.apply}>
            Update now
          </Button>
        )}
      </div>
      <News title={title} news={nextBuild?.news ?? WHATS_NEW.news} />
    </div>
  );
}

const THEME_TEXT: Record<Theme, string> = {
  system: 'System',
  dark: 'Dark',
  light: 'Light',
};

function Appearance() {
  const theme = useTheme();
  return (
    <Section id="look" title="Appearance" about="On this device only.">
      <Choices
        hideLabel
        label="Theme"
        options={THEMES}
        labels={THEME_TEXT}
        value={theme}
        onChange={chooseTheme}
      />
    </Section>
  );
}

const ZONE_TEXT: Record<ZoneChoice, string> = {
  wat: 'Lagos (WAT)',
  device: 'This device’s zone',
  utc: 'UTC',
};

function ZoneOption({
  zone,
  group,
  chosen,
  onChoose,
}: {
  zone: ZoneChoice;
  /** Name shared by the options. */
  group: string;
  chosen: boolean;
  onChoose: () => void;
}) {
  const now = useNow(60_000);
  const id = `${group}-${zone}`;
  return (
    <label className="relative grid min-w-0 cursor-pointer grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1 rounded-lg border border-line p-4 text-sm transition-colors hover:border-edge has-checked:border-text has-checked:bg-line-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:grid-cols-1">
      <input
        type="radio"
        name={group}
        aria-labelledby={id}
        aria-describedby={`${id}-now`}
        checked={chosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span id={id} className="font-semibold">
        {ZONE_TEXT[zone]}
      </span>
      <span id={`${id}-now`} className="grid justify-items-end text-muted sm:justify-items-start">
        <span translate="no" className="tabular-nums">
          {formatZonedTime(now, ZONES[zone])}
        </span>
        {zone === 'device' && <span className="wrap-anywhere">{getDeviceZoneName()}</span>}
      </span>
    </label>
  );
}

export function TimeZone({ member }: { member: User }) {
  const choice = useZoneChoice();
  const group = useId();
  const [failed, setFailed] = useState(false);
  const choose = (zone: ZoneChoice) => {
    setFailed(false);
    chooseZone(member, zone).catch(() => setFailed(true));
  };
  return (
    <Section id="zone" title="Time zone" about="On all your devices. Changes apply at once.">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="mb-2 text-sm font-semibold">Times are shown in</legend>
        {ZONE_CHOICES.map((zone) => (
          <ZoneOption
            key={zone}
            zone={zone}
            group={group}
            chosen={choice === zone}
            onChoose={() => choose(zone)}
          />
        ))}
      </fieldset>
      <p className="text-sm text-pretty text-muted">
        Screens, notifications and emails follow your choice, but emails use WAT if you choose your
        device’s zone. Public pages and the Performance Matrix always show WAT.
      </p>
      {failed && <Notice tone="error">{SAVE_FAILED}</Notice>}
    </Section>
  );
}
