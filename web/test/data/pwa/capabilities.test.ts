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

describe('a built-in browser of a messaging app', () => {
  it.each<[string, Capabilities]>([
    [
      'Android’s WebView',
      { ...chromeOnAndroid, notification: false, push: false, installPrompt: false },
    ],
    ['the built-in view of iOS', { ...safariOnIphone, serviceWorker: false }],
  ])('is noticed: %s', (_, capabilities) => expect(isEmbedded(capabilities)).toBe(true));

  it.each<[string, Capabilities]>([
    ['Chrome on Android', chromeOnAndroid],
    ['Firefox on Android', { ...chromeOnAndroid, installPrompt: false }],
    ['Safari on an iPhone', safariOnIphone],
    [
      'a private window of Firefox on a desk',
      {
        ...chromeOnAndroid,
        serviceWorker: false,
        push: false,
        installPrompt: false,
        touch: false,
      },
    ],
    [
      'a page over plain HTTP, where every browser lacks the same',
      { ...safariOnIphone, secure: false, serviceWorker: false },
    ],
  ])('is not seen in %s', (_, capabilities) => expect(isEmbedded(capabilities)).toBe(false));
});
