import { describe, expect, it } from 'vitest';
import { isEmbedded, type Capabilities } from '../../../src/data/pwa/capabilities';

const chromeOnAndroid: Capabilities = {
  secure: true,
  serviceWorker: true,
  notification: true,
  push: true,
  installPrompt: true,
  standaloneFlag: false,
  touch: true,
};
const safariOnIphone: Capabilities = {
  ...chromeOnAndroid,
  notification: false,
  push: false,
  installPrompt: false,
  standaloneFlag: true,
};

describe('isEmbedded', () => {
  it.each<[string, Capabilities]>([
    [
      'Android’s WebView',
      { ...chromeOnAndroid, notification: false, push: false, installPrompt: false },
    ],
    ['the built-in view of iOS', { ...safariOnIphone, serviceWorker: false }],
  ])('returns true for %s', (_, capabilities) => expect(isEmbedded(capabilities)).toBe(true));

  it.each<[string, Capabilities]>([
    ['Chrome on Android', chromeOnAndroid],
    ['Firefox on Android', { ...chromeOnAndroid, installPrompt: false }],
    ['Safari on an iPhone', safariOnIphone],
    [
      'a private window of Firefox on a desktop',
      {
        ...chromeOnAndroid,
        serviceWorker: false,
        push: false,
        installPrompt: false,
        touch: false,
      },
    ],
    [
      'a page over plain HTTP, where every browser lacks these features',
      { ...safariOnIphone, secure: false, serviceWorker: false },
    ],
  ])('returns false for %s', (_, capabilities) => expect(isEmbedded(capabilities)).toBe(false));
});
