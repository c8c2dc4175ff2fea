import type { Firestore } from 'firebase-admin/firestore';
import type { Auth } from 'firebase-admin/auth';
import type { ApiInput } from '../../../src/http/core/deps';

type Step = (run: () => Promise<unknown>) => Promise<unknown>;

function withMethods<T extends object>(target: T, methods: ReadonlyMap<PropertyKey, unknown>): T {
  return new Proxy(target, {
    get(_, name) {
      if (methods.has(name)) return methods.get(name);
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const bound: unknown = value.bind(target);
      return bound;
    },
  });
}

function wrapFirestore(firestore: Firestore, step: Step): Firestore {
  const runTransaction = (...args: Parameters<Firestore['runTransaction']>) =>
    step(() => firestore.runTransaction(...args));
  const batch = () => {
    const target = firestore.batch();
    return withMethods(target, new Map([['commit', () => step(() => target.commit())]]));
  };
  return withMethods(
    firestore,
    new Map<PropertyKey, unknown>([
      ['runTransaction', runTransaction],
      ['batch', batch],
    ]),
  );
}

function wrapAuth(auth: Auth, step: Step): Auth {
  const createCustomToken = (...args: Parameters<Auth['createCustomToken']>) =>
    step(() => auth.createCustomToken(...args));
  const setCustomUserClaims = (...args: Parameters<Auth['setCustomUserClaims']>) =>
    step(() => auth.setCustomUserClaims(...args));
  return withMethods(
    auth,
    new Map<PropertyKey, unknown>([
      ['createCustomToken', createCustomToken],
      ['setCustomUserClaims', setCustomUserClaims],
    ]),
  );
}

/** Interrupts an API before one of the steps that change something outside. */
export function createInterruption() {
  let left = Infinity;
  const advance = () => {
    left -= 1;
    if (left === 0) throw new Error('Interrupted by the test');
  };
  const step: Step = async (run) => {
    advance();
    return run();
  };
  return {
    watch: (deps: ApiInput): ApiInput => ({
      ...deps,
      firestore: wrapFirestore(deps.firestore, step),
      auth: wrapAuth(deps.auth, step),
      signInWithToken: async (token) => {
        advance();
        return deps.signInWithToken(token);
      },
      limiter: {
        async take(name, key) {
          const result = await deps.limiter.take(name, key);
          if (!result.allowed) return result;
          const giveBack = async () => {
            advance();
            await result.giveBack();
          };
          return { ...result, giveBack };
        },
        async clear(name, key) {
          advance();
          await deps.limiter.clear(name, key);
        },
      },
    }),
    /** Interrupts before the `at`-th step from now; 1 is the next. */
    arm(at: number) {
      left = at;
    },
    /** Ends the interruption. @returns if the armed step was reached */
    disarm(): boolean {
      const isReached = left <= 0;
      left = Infinity;
      return isReached;
    },
  };
}
