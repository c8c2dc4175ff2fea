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

/** Makes an API fail before one of the steps that change stored data or accounts. */
export function createInterruption() {
  let stepsLeft = Infinity;
  const advance = () => {
    stepsLeft -= 1;
    if (stepsLeft === 0) throw new Error('Interrupted by the test');
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
      exchangeToken: async (token) => {
        advance();
        return deps.exchangeToken(token);
      },
      limiter: {
        async take(name, key) {
          const result = await deps.limiter.take(name, key);
          if (!result.allowed) return result;
          const refund = async () => {
            advance();
            await result.refund();
          };
          return { ...result, refund };
        },
        async clear(name, key) {
          advance();
          await deps.limiter.clear(name, key);
        },
      },
    }),
    /** Fails before the `at`-th step from now. 1 is the next step. */
    arm(at: number) {
      stepsLeft = at;
    },
    /** @returns true if the armed step was reached */
    disarm(): boolean {
      const isReached = stepsLeft <= 0;
      stepsLeft = Infinity;
      return isReached;
    },
  };
}
