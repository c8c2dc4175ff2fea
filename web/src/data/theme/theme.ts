import * as z from 'zod/mini';
import { observable } from '../observable';
import { readLocal, writeLocal } from '../storage/local';

/** `system` follows the device. */
export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'quantalgo.theme';
const themeSchema = z.enum(THEMES);

const read = (text: string | null): Theme => themeSchema.safeParse(text).data ?? 'system';

/** How the app looks on this device; kept for whoever uses it next, too. */
export const theme = observable<Theme>('system');

function show(chosen: Theme): void {
  const { dataset } = document.documentElement;
  if (chosen === 'system') delete dataset['theme'];
  else dataset['theme'] = chosen;
  theme.set(chosen);
}

/** Shows the theme that was chosen here, and from now on what other tabs choose. To be called before the first paint. */
export function startTheme(): void {
  show(read(readLocal(KEY)));
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) show(read(newValue));
  });
}

/** Chooses a theme, for all tabs of this browser. */
export function chooseTheme(chosen: Theme): void {
  writeLocal(KEY, chosen === 'system' ? null : chosen);
  show(chosen);
}
