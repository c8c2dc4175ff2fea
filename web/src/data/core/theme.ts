import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from './observable';
import { readLocal, writeLocal } from './webStorage';

/** `system` follows the device. */
export const THEMES = ['system', 'dark', 'light'] as const;

export type Theme = (typeof THEMES)[number];

/** Where localStorage keeps the theme that was chosen. */
export const THEME_KEY = 'quantalgo.theme';

const themeSchema = z.enum(THEMES);

const themeOf = (text: string | null): Theme => themeSchema.safeParse(text).data ?? 'system';

/** How the app looks on this device; kept for whoever uses it next, too. */
export const theme = observable<Theme>('system');

/** What the browser draws around the page, as the documents say it: `ink` of the tokens. */
const BROWSER_COLOURS = { light: '#f7f8fa', dark: '#0b1016' };

/** Draws what is around the page in the theme too; each of the document's two tags stands for one of the system's. */
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

/** Shows the theme that was chosen here, and from now on what other tabs choose. To be called before the first paint. */
export function startTheme(): void {
  show(themeOf(readLocal(THEME_KEY)));
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) show(themeOf(newValue));
  });
}

/** Chooses a theme, for all tabs of this browser. */
export function chooseTheme(chosen: Theme): void {
  writeLocal(THEME_KEY, chosen === 'system' ? null : chosen);
  show(chosen);
}

/** The theme that is chosen on this device. */
export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.get);
