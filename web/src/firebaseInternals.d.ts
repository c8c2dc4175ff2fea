import type { FirebaseAuthInternal } from '@firebase/auth-interop-types';

declare module 'firebase/app' {
  /** A part of an app, as Firebase's packages register theirs. Source: `Component` of `@firebase/component` */
  interface SignInComponent {
    readonly name: 'auth-internal';
    readonly type: 'PRIVATE';
    readonly instantiationMode: 'EAGER';
    readonly multipleInstances: false;
    readonly serviceProps: Record<string, never>;
    readonly onInstanceCreated: null;
    readonly instanceFactory: () => FirebaseAuthInternal;
  }

  /** Makes a component part of every app; false if there was one of this name. Exported, but left out of its types. */
  export function _registerComponent(component: SignInComponent): boolean;
}
