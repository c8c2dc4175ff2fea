import { BRAND } from '../core/brand';

/** News of the version in web/package.json. */
export const WHATS_NEW = {
  version: '0.1.0',
  news: [
    'Works fully offline, with every signal you’ve received.',
    `Share a screenshot with ${BRAND.name} to add it to your proof.`,
    'Can be installed on the home screen.',
  ],
} as const;

export const INSTALL = {
  offer: `Install ${BRAND.name} to open it instantly from your home screen, even offline.`,
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
  otherwise:
    'This browser can’t install the app from this page. Look for “Install app” in its menu.',
} as const;
