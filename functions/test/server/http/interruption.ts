import type { Firestore } from 'firebase-admin/firestore';
import type { Auth } from 'firebase-admin/auth';
import type { ApiInput } from '../../../src/http/core/deps';

type Step = (run: () => Promise<unknown>) => Promise<unknown>;

/** The target with some of its methods replaced; all others keep their `this`. */
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

function steppingFirestore(firestore: Firestore, step: Step): Firestore {
  const runTransaction = (...given: Parameters<Firestore['runTransaction']>) =>
    step(() => firestore.runTransaction(...given));
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

function steppingAuth(auth: Auth, step: Step): Auth {
  const createCustomToken = (...given: Parameters<Auth['createCustomToken']>) =>
    step(() => auth.createCustomToken(...given));
  const setCustomUserClaims = (...given: Parameters<Auth['setCustomUserClaims']>) =>
    step(() => auth.setCustomUserClaims(...given));
  return withMethods(
    auth,
    new Map<PropertyKey, unknown>([
      ['createCustomToken', createCustomToken],
      ['setCustomUserClaims', setCustomUserClaims],
    ]),
  );
}

/** Breaks an API off before one of the steps by which its calls change something outside. */
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
    /** For `startApi`, which wraps with it what its calls reach. */
    watch: (deps: ApiInput): ApiInput => ({
      ...deps,
      firestore: steppingFirestore(deps.firestore, step),
      auth: steppingAuth(deps.auth, step),
      signInWithToken: async (token) => {
        advance();
        return deps.signInWithToken(token);
      },
      limiter: {
        async take(name, key) {
          const taken = await deps.limiter.take(name, key);
          if (!taken.allowed) return taken;
          const giveBack = async () => {
            advance();
            await taken.giveBack();
          };
          return { ...taken, giveBack };
        },
        async clear(name, key) {
          advance();
          await deps.limiter.clear(name, key);
        },
      },
    }),
    /** Breaks off before the `at`-th step from now (1 is the next). */
    arm(at: number) {
      left = at;
    },
    /** Stops breaking off; returns whether the armed step was reached. */
    disarm(): boolean {
      const isReached = left <= 0;
      left = Infinity;
      return isReached;
    },
  };
}
