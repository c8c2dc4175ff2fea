import { getApps, initializeApp, type FirebaseApp } from 'firebase/app';
import { firebaseEnvironment } from '../core/environment';

/** The one Firebase app of the page. */
export function firebaseApp(): FirebaseApp {
  const [app] = getApps();
  const { projectId, apiKey, authDomain, appId, storageBucket } = firebaseEnvironment();
  return app ?? initializeApp({ projectId, apiKey, authDomain, appId, storageBucket });
}
