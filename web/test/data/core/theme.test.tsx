import { afterEach, describe, expect, it } from 'vitest';
import { chooseTheme, startTheme, theme } from '../../../src/data/core/theme';

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

  it('colours what the browser draws around the page', () => {
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

  it('follows what another tab chooses, and takes no nonsense', () => {
    startTheme();
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.theme', newValue: 'dark' }));
    expect(theme.get()).toBe('dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.theme', newValue: 'pink' }));
    expect(theme.get()).toBe('system');
  });
});
