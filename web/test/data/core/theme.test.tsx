import { afterEach, describe, expect, it } from 'vitest';
import { chooseTheme, startTheme, theme } from '../../../src/data/core/theme';

const getTheme = () => document.documentElement.dataset['theme'];

afterEach(() => chooseTheme('system'));

describe('theme', () => {
  it('follows the system until one is chosen, which survives reloads', () => {
    startTheme();
    expect(getTheme()).toBeUndefined();
    chooseTheme('light');
    expect(getTheme()).toBe('light');
    delete document.documentElement.dataset['theme'];
    startTheme();
    expect(getTheme()).toBe('light');
    chooseTheme('system');
    expect(getTheme()).toBeUndefined();
  });

  it('sets the browser’s theme colour', () => {
    const tag = (media: string) => {
      const meta = Object.assign(document.createElement('meta'), { name: 'theme-color' });
      meta.setAttribute('media', media);
      document.head.append(meta);
      return meta;
    };
    const [light, dark] = ['light', 'dark'].map((one) => tag(`(prefers-color-scheme: ${one})`));
    const colours = () => [light?.content, dark?.content];
    chooseTheme('dark');
    expect(colours()).toEqual(['#0b1016', '#0b1016']);
    chooseTheme('system');
    expect(colours()).toEqual(['#f7f8fa', '#0b1016']);
  });

  it('follows another tab’s choice and ignores invalid values', () => {
    startTheme();
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.theme', newValue: 'dark' }));
    expect(theme.get()).toBe('dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.theme', newValue: 'pink' }));
    expect(theme.get()).toBe('system');
  });
});
