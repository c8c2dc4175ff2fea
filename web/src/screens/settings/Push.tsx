import {
  IGNORED_AFTER,
  type Pair,
  pairLabel,
  PUSH_EVENTS,
  PUSH_MODES,
  type PushDevice,
  type PushEvent,
  type PushMode,
  type PushPreferences,
  secondsText,
} from '@quantalgo/contracts';
import { useCallback, useEffect, useState } from 'react';
import { BRAND } from '../../brand';
import { useOnline } from '../../data/core/useOnline';
import {
  changePush,
  measureTestPush,
  type PushObstacle,
  pushObstacle,
  turnPushOff,
  turnPushOn,
} from '../../data/push/devicePush';
import { followShown } from '../../data/push/messages';
import { type PushState, readPushState } from '../../data/push/pushState';
import { failureText } from '../../data/session/errors';
import { useSending } from '../../data/session/useSending';
import { Button } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { Notice } from '../../ui/Notice';
import { CONFIDENCES, Pairs, Pause, PER_DAY, Preset, QUIET_HOURS } from './PushFilters';
import { failureWords, OnlineOnly, Section } from './Section';

/** What a device can be told. */
const PUSH_EVENT_WORDS: Readonly<Record<PushEvent, string>> = {
  signal: 'New signals',
  access: 'Changes of your access',
  ticket: 'Answers of support',
};

const PUSH_MODE_WORDS: Readonly<Record<PushMode, string>> = {
  on: 'On',
  silent: 'Silent',
  off: 'Off',
};

const OBSTACLES: Readonly<Record<PushObstacle, string>> = {
  unsupported: 'This browser shows no notifications of websites.',
  install: `On this phone only installed apps may notify you. Add ${BRAND.name} to your home screen first, then open it from there.`,
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

/** What the device is told, each change saved at once: shown as pressed, and as it was where that fails. */
export function PushSettings({
  device,
  view,
  onChanged,
}: {
  device: PushDevice;
  view: PushView;
  onChanged: () => Promise<void>;
}) {
  const [pressed, setPressed] = useState<PushPreferences | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const preferences = pressed ?? device.preferences;
  const save = async (change: Parameters<typeof changePush>[1]) => {
    setPressed(change.preferences ?? null);
    setFailure(null);
    try {
      await changePush(device, change);
      await onChanged();
    } catch (error) {
      setFailure(failureText(error, failureWords('changePush')));
    }
    setPressed(null);
  };
  const set = (change: Partial<PushPreferences>) =>
    void save({ preferences: { ...preferences, ...change } });
  const pause = (pausedUntil: string | null) => void save({ pausedUntil });
  return (
    <>
      <OnlineOnly what="Changing these" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Pause
        pausedUntil={device.pausedUntil}
        ignored={view.unopened >= IGNORED_AFTER ? view.unopened : null}
        onPause={pause}
      />
      {PUSH_EVENTS.map((event) => (
        <Choices
          key={event}
          labelled
          label={PUSH_EVENT_WORDS[event]}
          options={PUSH_MODES}
          words={PUSH_MODE_WORDS}
          value={preferences[event]}
          onChange={(mode) => set({ [event]: mode })}
        />
      ))}
      {preferences.signal !== 'off' && (
        <>
          {view.pairs.length > 0 && (
            <Pairs
              pairs={view.pairs}
              words={pairLabel}
              chosen={preferences.pairs}
              onChange={(pairs) => set({ pairs })}
            />
          )}
          <Preset
            label="Confidence of signals"
            presets={CONFIDENCES}
            value={preferences.minConfidence}
            onChange={(minConfidence) => set({ minConfidence })}
          />
          <Preset
            label="Signals a day, at most"
            presets={PER_DAY}
            value={preferences.perDay}
            onChange={(perDay) => set({ perDay })}
          />
        </>
      )}
      <Preset
        label="Quiet hours"
        presets={QUIET_HOURS}
        value={preferences.quiet}
        onChange={(quiet) => set({ quiet })}
      />
      <PushTest device={device} tookMs={view.tookMs} onTurnedOff={onChanged} />
    </>
  );
}

/** The way to see that notifications arrive, and how fast; and the way out. */
function PushTest({
  device,
  tookMs,
  onTurnedOff,
}: {
  device: PushDevice;
  /** How long the last that was measured took from the server to this device. */
  tookMs: number | null;
  onTurnedOff: () => Promise<void>;
}) {
  /** How long the test took; null where it was not shown, undefined before. */
  const [shownAfter, setShownAfter] = useState<number | null>();
  const test = useSending(async () => {
    setShownAfter(undefined);
    setShownAfter(await measureTestPush(device));
  }, failureWords('testPush'));
  const off = useSending(async () => {
    await turnPushOff();
    await onTurnedOff();
  }, failureWords('unsubscribe'));
  const failed = test.failure ?? off.failure;
  return (
    <>
      {failed !== null && <Notice tone="error">{failed}</Notice>}
      {shownAfter === null && (
        <Notice tone="warning">
          It has not been shown yet. See whether your system lets this browser notify you, and
          whether it saves power.
        </Notice>
      )}
      {typeof shownAfter === 'number' && (
        <Notice>
          Shown {secondsText(shownAfter)} after you asked for it
          {tookMs !== null && `, ${secondsText(tookMs)} of it from our server to this device`}.
        </Notice>
      )}
      {typeof shownAfter !== 'number' && tookMs !== null && (
        <p className="text-sm text-muted">
          The last one took {secondsText(tookMs)} from our server to this device.
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line-soft pt-4">
        <Button
          size="small"
          doing={test.sending ? 'Waiting for it…' : undefined}
          onClick={() => void test.send()}
        >
          Send me a test
        </Button>
        <Button
          size="small"
          look="quiet"
          doing={off.sending ? 'Turning off…' : undefined}
          onClick={() => void off.send()}
        >
          Turn off
        </Button>
      </div>
    </>
  );
}

/** This device's notifications: what keeps it from them, and what is known of them. */
interface PushView {
  readonly obstacle: PushObstacle | null;
  /** Null while they are off. */
  readonly device: PushDevice | null;
  /** The pairs that the server gives signals for. */
  readonly pairs: readonly Pair[];
  readonly unopened: number;
  readonly tookMs: number | null;
}

const viewOf = ({ device, pairs, unopened, tookMs }: PushState): PushView => ({
  obstacle: pushObstacle(),
  device,
  pairs,
  unopened,
  tookMs,
});

/** This device's notifications as they are now, and `reload` after a change; undefined while they are read. */
function usePushView(): { view: PushView | undefined; reload: () => Promise<void> } {
  const [view, setView] = useState<PushView>();
  const reload = useCallback(async () => setView(viewOf(await readPushState())), []);
  useEffect(() => {
    let over = false;
    const read = () =>
      void readPushState().then((kept) => {
        if (!over) setView(viewOf(kept));
      });
    read();
    const stop = followShown(read);
    return () => {
      over = true;
      stop();
    };
  }, []);
  return { view, reload };
}
