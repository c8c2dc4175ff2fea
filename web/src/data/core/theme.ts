import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from './observable';
import { readLocal, writeLocal } from './webStorage';

export const THEMES = ['system', 'dark', 'light'] as const;

export type Theme = (typeof THEMES)[number];

export const THEME_KEY = 'quantalgo.theme';

const themeSchema = z.enum(THEMES);

const parseTheme = (text: string | null): Theme => themeSchema.safeParse(text).data ?? 'system';

export const theme = observable<Theme>('system');

/** Must equal the documents' theme colours, and the design token `ink`. */
const BROWSER_COLOURS = { light: '#f7f8fa', dark: '#0b1016' };

function setBrowserColours(choice: Theme): void {
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
    const system = meta.getAttribute('media')?.includes('light') === true ? 'light' : 'dark';
    meta.setAttribute('content', BROWSER_COLOURS[choice === 'system' ? system : choice]);
  }
}

function applyTheme(choice: Theme): void {
  const { dataset } = document.documentElement;
  if (choice === 'system') delete dataset['theme'];
  else dataset['theme'] = choice;
  setBrowserColours(choice);
  theme.set(choice);
}

export function startTheme(): void {
  applyTheme(parseTheme(readLocal(THEME_KEY)));
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) applyTheme(parseTheme(newValue));
  });
}

export function chooseTheme(choice: Theme): void {
  writeLocal(THEME_KEY, choice === 'system' ? null : choice);
  applyTheme(choice);
}

export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.get);
