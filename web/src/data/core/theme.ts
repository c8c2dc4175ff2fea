import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from './observable';
import { readLocal, writeLocal } from './webStorage';

/** `system` follows the device. */
export const THEMES = ['system', 'dark', 'light'] as const;

export type Theme = (typeof THEMES)[number];

/** localStorage key of the chosen theme. */
export const THEME_KEY = 'quantalgo.theme';

const themeSchema = z.enum(THEMES);

const themeOf = (text: string | null): Theme => themeSchema.safeParse(text).data ?? 'system';

/** The theme on this device; it remains for the next member, too. */
export const theme = observable<Theme>('system');

/** Colours of the browser's interface, equal to those in the documents: `ink` of the tokens. */
const BROWSER_COLOURS = { light: '#f7f8fa', dark: '#0b1016' };

/** Applies the theme to the browser's interface; each of the document's two meta tags is for one system theme. */
function colourBrowser(chosen: Theme): void {
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
    const system = meta.getAttribute('media')?.includes('light') === true ? 'light' : 'dark';
    meta.setAttribute('content', BROWSER_COLOURS[chosen === 'system' ? system : chosen]);
  }
}

function show(chosen: Theme): void {
  const { dataset } = document.documentElement;
  if (chosen === 'system') delete dataset['theme'];
  else dataset['theme'] = chosen;
  colourBrowser(chosen);
  theme.set(chosen);
}

/** Applies the stored theme, and from now on those chosen in other tabs. To be called before the first paint. */
export function startTheme(): void {
  show(themeOf(readLocal(THEME_KEY)));
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) show(themeOf(newValue));
  });
}

/** Stores and applies a theme for all tabs of this browser. */
export function chooseTheme(chosen: Theme): void {
  writeLocal(THEME_KEY, chosen === 'system' ? null : chosen);
  show(chosen);
}

/** The theme chosen on this device. */
export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.get);
