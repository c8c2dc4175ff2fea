import type { FirebaseAuthInternal } from '@firebase/auth-interop-types';
import { _registerComponent, type FirebaseApp, getApps, initializeApp } from 'firebase/app';
import { getFirebaseEnvironment } from '../core/environment';
import { followIdToken, getTokenUid, getIdToken, unfollowIdToken } from './idTokens';

/**
 * Provides ID tokens to Firestore and Storage in place of Firebase's sign-in client. That client's
 * code is as large as a whole screen's, and it fetches the account before it returns a token.
 */
const tokenProvider: FirebaseAuthInternal = {
  getToken: async (renew = false) => {
    const uid = getTokenUid();
    const accessToken = uid === null ? null : await getIdToken(uid, renew);
    return accessToken === null ? null : { accessToken };
  },
  getUid: getTokenUid,
  addAuthTokenListener: followIdToken,
  removeAuthTokenListener: unfollowIdToken,
};

export function getFirebaseApp(): FirebaseApp {
  const [app] = getApps();
  if (app) return app;
  _registerComponent({
    name: 'auth-internal',
    type: 'PRIVATE',
    instantiationMode: 'EAGER',
    multipleInstances: false,
    serviceProps: {},
    onInstanceCreated: null,
    instanceFactory: () => tokenProvider,
  });
  const { projectId, apiKey, authDomain, appId, storageBucket } = getFirebaseEnvironment();
  return initializeApp({ projectId, apiKey, authDomain, appId, storageBucket });
}
