import type { FirebaseAuthInternal } from '@firebase/auth-interop-types';
import { _registerComponent, type FirebaseApp, getApps, initializeApp } from 'firebase/app';
import { firebaseEnvironment } from '../core/environment';
import { followIdToken, holder, idToken, unfollowIdToken } from './idTokens';

/**
 * The session's ID tokens, in the place where Firestore and Storage look for those of Firebase's own sign-in client.
 * That client alone would be as large as the screen that waits for it, and looks the account up before it gives a token.
 */
const tokens: FirebaseAuthInternal = {
  getToken: async (renew = false) => {
    const uid = holder();
    const accessToken = uid === null ? null : await idToken(uid, renew);
    return accessToken === null ? null : { accessToken };
  },
  getUid: holder,
  addAuthTokenListener: followIdToken,
  removeAuthTokenListener: unfollowIdToken,
};

/** The one Firebase app of the page, whose services send the token of the signed-in member. */
export function firebaseApp(): FirebaseApp {
  const [app] = getApps();
  if (app) return app;
  _registerComponent({
    name: 'auth-internal',
    type: 'PRIVATE',
    instantiationMode: 'EAGER',
    multipleInstances: false,
    serviceProps: {},
    onInstanceCreated: null,
    instanceFactory: () => tokens,
  });
  const { projectId, apiKey, authDomain, appId, storageBucket } = firebaseEnvironment();
  return initializeApp({ projectId, apiKey, authDomain, appId, storageBucket });
}
