import { useSyncExternalStore } from 'react';
import { theme, type Theme } from './theme';

/** The theme that is chosen on this device. */
export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.get);
