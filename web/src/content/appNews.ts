import { BRAND } from '../core/brand';

/** News of the version in web/package.json. */
export const WHATS_NEW = {
  version: '0.1.0',
  news: [
    'Works fully offline, with every signal you ever received.',
    `Share a screenshot to ${BRAND.name}, and it fills in your proof.`,
    'Can be installed on the home screen.',
  ],
} as const;

export const INSTALL = {
  offer: `Install ${BRAND.name}: it opens from your home screen at once, offline too.`,
  action: 'Install',
  later: 'Not now',
  /**
   * For iOS: pages can't offer to install themselves, and Safari deletes a page's data after seven
   * days without a visit.
   */
  byHand: {
    offer: `Your history is kept only if ${BRAND.name} is on your home screen: Safari deletes a page’s data after seven days without a visit.`,
    steps: 'Tap Share, then “Add to Home Screen”, and log in there once.',
  },
  installed: `${BRAND.name} is installed on this device.`,
  otherwise: 'Your browser doesn’t offer to install it here. Its menu may have “Install app”.',
} as const;
