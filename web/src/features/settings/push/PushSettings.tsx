import {
  DEFAULT_PAIRS,
  IGNORED_AFTER,
  pairLabel,
  PUSH_EVENTS,
  PUSH_MODES,
  type PushDevice,
  type PushPreferences,
} from '@quantalgo/contracts';
import { useState } from 'react';
import { PUSH_EVENT_WORDS, PUSH_MODE_WORDS } from '../../../content/push';
import { failureText } from '../../../data/session/errors';
import { changePush } from '../../../data/push/devicePush';
import { Choices } from '../../../ui/Choices';
import { Notice } from '../../../ui/Notice';
import { failureWords } from '../failureWords';
import { OnlineOnly } from '../OnlineOnly';
import { Pairs } from './Pairs';
import { Pause } from './Pause';
import { Preset } from './Preset';
import { CONFIDENCES, PER_DAY, QUIET_HOURS } from './presets';
import { PushTest } from './PushTest';
import type { PushView } from './usePushView';

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
          <Pairs
            pairs={DEFAULT_PAIRS}
            words={pairLabel}
            chosen={preferences.pairs}
            onChange={(pairs) => set({ pairs })}
          />
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
