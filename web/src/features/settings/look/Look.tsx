import { chooseTheme, type Theme, THEMES, useTheme } from '../../../data/core/theme';
import { Choices } from '../../../ui/Choices';
import { Section } from '../Section';
import { deviceZone } from './deviceZone';

const THEME_WORDS: Record<Theme, string> = {
  system: 'As the system',
  dark: 'Dark',
  light: 'Light',
};

/** How the app looks on this device, and in which zone it tells the time. */
export function Look() {
  const theme = useTheme();
  return (
    <Section id="look" title="Appearance" about="For this device alone.">
      <Choices
        label="Theme"
        options={THEMES}
        words={THEME_WORDS}
        value={theme}
        onChange={chooseTheme}
      />
      <dl className="grid gap-1 text-sm">
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">Times are shown in</dt>
          <dd className="font-semibold">West Africa Time (WAT, UTC+1)</dd>
        </div>
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">Your device is in</dt>
          <dd className="font-semibold">{deviceZone(new Date())}</dd>
        </div>
      </dl>
    </Section>
  );
}
