import { formatSeconds } from '@quantalgo/contracts/core/format';
import { type Pair, formatPair } from '@quantalgo/contracts/market/pairs';
import { pushEndpoints } from '@quantalgo/contracts/push/endpoints';
import {
  IGNORED_PUSH_LIMIT,
  PUSH_EVENTS,
  type PushDevice,
  type PushPreferences,
} from '@quantalgo/contracts/push/push';
import { VERDICTS } from '@quantalgo/contracts/signals/verdict';
import { useCallback, useEffect, useState } from 'react';
import { BRAND } from '../../core/brand';
import { useOnline } from '../../data/core/useOnline';
import {
  followShown,
  measureTestPush,
  type PushObstacle,
  getPushObstacle,
  disablePush,
  enablePush,
} from '../../data/push/devicePush';
import { type PushState, readPushState } from '../../data/push/pushState';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { Button } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { Pairs, Pause, PER_DAY, Preset, QUIET_HOURS } from './PushFilters';
import { OfflineNotice } from './Section';
import { usePushChanges } from './usePushChanges';

const PushVerdicts = lazyComponent(
  async () => (await import('./PushVerdicts')).PushVerdicts,
  <Skeleton className="h-32" />,
);

type Sound = 'on' | 'silent';

const SOUNDS: readonly Sound[] = ['on', 'silent'];

const SOUND_TEXT: Readonly<Record<Sound, string>> = { on: 'On', silent: 'Off' };

const toSoundPreferences = (
  sound: Sound,
): Pick<PushPreferences, 'signal' | 'access' | 'ticket'> => ({
  signal: sound,
  access: sound,
  ticket: sound,
});

const getSound = (preferences: PushPreferences): Sound =>
  PUSH_EVENTS.some((event) => preferences[event] === 'on') ? 'on' : 'silent';

const OBSTACLES: Readonly<Record<PushObstacle, string>> = {
  unsupported: 'This browser can’t show notifications from websites.',
  install: `On this phone, only installed apps can notify you. Add ${BRAND.name} to your home screen first, then open it from there.`,
  blocked:
    'Notifications from this site are blocked. Allow them in your browser’s site settings, then come back.',
};

/** The browser asks for permission only after this tap. */
function TurnOn({ onDone }: { onDone: () => Promise<void> }) {
  const online = useOnline();
  const [isUnavailable, setIsUnavailable] = useState(false);
  const { pending, failure, send } = useMutation(async () => {
    setIsUnavailable((await enablePush()) === null);
    await onDone();
  }, toFailureText(pushEndpoints.subscribe));
  return (
    <>
      <p className="text-sm text-pretty">
        This device gets everything turned on above, and replies from support, even while the app is
        closed. You choose how many signals a day, and when it stays quiet.
      </p>
      <OfflineNotice what="Turning on notifications" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {isUnavailable && <Notice>Notifications are not set up on this site yet.</Notice>}
      <div className="grid sm:justify-start">
        <Button
          disabled={!online}
          busyLabel={pending ? 'Turning on…' : undefined}
          onClick={() => void send()}
        >
          Turn on notifications
        </Button>
      </div>
    </>
  );
}

export function Push({ view, onChanged }: { view: PushView; onChanged: () => Promise<void> }) {
  const { obstacle, device } = view;
  return (
    <div id="push" className="grid scroll-mt-24 gap-4 border-t border-line-soft pt-4">
      <div className="grid gap-0.5">
        <h3 className="text-sm font-semibold">This device</h3>
        {device && (
          <p className="text-sm text-muted">Logging out turns off notifications on this device.</p>
        )}
      </div>
      {obstacle !== null && <Notice>{OBSTACLES[obstacle]}</Notice>}
      {obstacle === null && !device && <TurnOn onDone={onChanged} />}
      {obstacle === null && device && (
        <PushSettings key={device.id} device={device} view={view} onChanged={onChanged} />
      )}
    </div>
  );
}

/** Saves each change at once. Controls show it immediately, and revert if saving fails. */
export function PushSettings({
  device,
  view,
  onChanged,
}: {
  device: PushDevice;
  view: PushView;
  onChanged: () => Promise<void>;
}) {
  const { optimisticDevice, failure, save } = usePushChanges(device, onChanged);
  const { preferences } = optimisticDevice;
  const set = (change: (current: PushPreferences) => Partial<PushPreferences>) =>
    save(({ preferences: current }) => ({ preferences: { ...current, ...change(current) } }));
  return (
    <>
      <OfflineNotice what="Changing notification settings" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Pause
        pausedUntil={device.pausedUntil}
        changing={optimisticDevice.pausedUntil !== device.pausedUntil}
        ignored={view.unopened >= IGNORED_PUSH_LIMIT ? view.unopened : null}
        onPause={(pausedUntil) => save(() => ({ pausedUntil }))}
      />
      <Choices
        label="Sound"
        options={SOUNDS}
        labels={SOUND_TEXT}
        value={getSound(preferences)}
        onChange={(sound) => set(() => toSoundPreferences(sound))}
      />
      <PushVerdicts
        device={optimisticDevice}
        onChange={(change) => save(({ verdicts }) => ({ verdicts: change(verdicts ?? VERDICTS) }))}
      />
      {view.pairs.length > 0 && (
        <Pairs
          pairs={view.pairs}
          getLabel={formatPair}
          chosen={preferences.pairs}
          onChange={(change) => set(({ pairs }) => ({ pairs: change(pairs) }))}
        />
      )}
      <Preset
        label="Maximum signals a day"
        presets={PER_DAY}
        value={preferences.perDay}
        onChange={(perDay) => set(() => ({ perDay }))}
      />
      <Preset
        label="Quiet hours"
        presets={QUIET_HOURS}
        value={preferences.quiet}
        onChange={(quiet) => set(() => ({ quiet }))}
      />
      <PushTest device={device} tookMs={view.tookMs} onTurnedOff={onChanged} />
    </>
  );
}

function PushTest({
  device,
  tookMs,
  onTurnedOff,
}: {
  device: PushDevice;
  /** Time (ms) that the last measured push took from the server to this device. */
  tookMs: number | null;
  onTurnedOff: () => Promise<void>;
}) {
  /** Time (ms) until the test was shown; null if it wasn't, undefined before the test. */
  const [testMs, setTestMs] = useState<number | null>();
  const test = useMutation(async () => {
    setTestMs(undefined);
    setTestMs(await measureTestPush(device));
  }, toFailureText(pushEndpoints.testPush));
  const turnOff = useMutation(async () => {
    await disablePush();
    await onTurnedOff();
  }, toFailureText(pushEndpoints.unsubscribe));
  const failure = test.failure ?? turnOff.failure;
  return (
    <>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {testMs === null && (
        <Notice tone="warning">
          The test hasn’t been shown yet. Check that your system lets this browser notify you, and
          that power saving is off.
        </Notice>
      )}
      {typeof testMs === 'number' && (
        <Notice>
          {`Shown ${formatSeconds(testMs)} after your request${tookMs !== null ? `, including ${formatSeconds(tookMs)} from our server to this device` : ''}.`}
        </Notice>
      )}
      {typeof testMs !== 'number' && tookMs !== null && (
        <p className="text-sm text-muted">
          {`The last notification took ${formatSeconds(tookMs)} from our server to this device.`}
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line-soft pt-4">
        <Button
          size="small"
          busyLabel={test.pending ? 'Waiting for the test…' : undefined}
          onClick={() => void test.send()}
        >
          Send me a test
        </Button>
        <Button
          size="small"
          variant="quiet"
          busyLabel={turnOff.pending ? 'Turning off…' : undefined}
          onClick={() => void turnOff.send()}
        >
          Turn off
        </Button>
      </div>
    </>
  );
}

export interface PushView {
  readonly obstacle: PushObstacle | null;
  /** Null while notifications are off. */
  readonly device: PushDevice | null;
  readonly pairs: readonly Pair[];
  readonly unopened: number;
  readonly tookMs: number | null;
}

const toView = ({ device, pairs, unopened, tookMs }: PushState): PushView => ({
  obstacle: getPushObstacle(),
  device,
  pairs,
  unopened,
  tookMs,
});

/** Undefined while loading; call `reload` after a change. */
export function usePushView(): { view: PushView | undefined; reload: () => Promise<void> } {
  const [view, setView] = useState<PushView>();
  const reload = useCallback(async () => setView(toView(await readPushState())), []);
  useEffect(() => {
    let isStopped = false;
    const read = () =>
      void readPushState().then((state) => {
        if (!isStopped) setView(toView(state));
      });
    read();
    const stop = followShown(read);
    // The member may return from the browser's settings, which hide the page or only take its focus.
    const controller = new AbortController();
    const options = { signal: controller.signal };
    document.addEventListener('visibilitychange', read, options);
    addEventListener('focus', read, options);
    return () => {
      isStopped = true;
      stop();
      controller.abort();
    };
  }, []);
  return { view, reload };
}
