import { afterEach, describe, expect, it } from 'vitest';
import { chooseTheme, startTheme, theme } from '../../../src/data/theme/theme';

const shown = () => document.documentElement.dataset['theme'];

afterEach(() => chooseTheme('system'));

describe('the theme', () => {
  it('is the system’s until one is chosen, and then stays through reloads', () => {
    startTheme();
    expect(shown()).toBeUndefined();
    chooseTheme('light');
    expect(shown()).toBe('light');
    delete document.documentElement.dataset['theme'];
    startTheme();
    expect(shown()).toBe('light');
    chooseTheme('system');
    expect(shown()).toBeUndefined();
  });

  it('follows what another tab chooses, and takes no nonsense', () => {
    startTheme();
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.theme', newValue: 'dark' }));
    expect(theme.get()).toBe('dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.theme', newValue: 'pink' }));
    expect(theme.get()).toBe('system');
  });
});
