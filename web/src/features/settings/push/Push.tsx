import { useState } from 'react';
import { turnPushOn, type PushObstacle } from '../../../data/push/devicePush';
import { useOnline } from '../../../data/core/useOnline';
import { useSending } from '../../../data/session/useSending';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { failureWords } from '../failureWords';
import { OnlineOnly } from '../OnlineOnly';
import { Section } from '../Section';
import { PushSettings } from './PushSettings';
import { usePushView } from './usePushView';

const OBSTACLES: Readonly<Record<PushObstacle, string>> = {
  unsupported: 'This browser shows no notifications of websites.',
  install:
    'On this phone only installed apps may notify you. Add QuantAlgo to your home screen first, then open it from there.',
  blocked:
    'Notifications of this site are blocked. Allow them in your browser’s site settings, then come back.',
};

/** The way to turn notifications on: the browser asks for its permission after this tap, and never before. */
function TurnOn({ onDone }: { onDone: () => Promise<void> }) {
  const online = useOnline();
  const [absent, setAbsent] = useState(false);
  const { sending, failure, send } = useSending(async () => {
    setAbsent((await turnPushOn()) === null);
    await onDone();
  }, failureWords('subscribe'));
  return (
    <>
      <p className="text-sm text-pretty">
        A new signal, a change of your access or an answer of support, on this device and also while
        the app is closed. A few a day, none at night: you choose.
      </p>
      <OnlineOnly what="Turning them on" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {absent && <Notice>Notifications are not set up on this site yet.</Notice>}
      <div className="grid sm:justify-start">
        <Button
          disabled={!online}
          doing={sending ? 'Turning on…' : undefined}
          onClick={() => void send()}
        >
          Turn on notifications
        </Button>
      </div>
    </>
  );
}

/** What this device shows while the app is closed. */
export function Push() {
  const { view, reload } = usePushView();
  if (!view) return null;
  const { obstacle, device } = view;
  return (
    <Section
      id="push"
      title="Notifications on this device"
      about="For this device alone. Signing out ends them."
    >
      {obstacle !== null && <Notice>{OBSTACLES[obstacle]}</Notice>}
      {obstacle === null && !device && <TurnOn onDone={reload} />}
      {obstacle === null && device && (
        <PushSettings key={device.id} device={device} view={view} onChanged={reload} />
      )}
    </Section>
  );
}
