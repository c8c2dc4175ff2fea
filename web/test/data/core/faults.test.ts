// @vitest-environment jsdom
import { faultSchema } from '@quantalgo/contracts/problems/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toStorageError } from '../../../src/data/outbox/storageErrors';

const SITE = location.origin;
const stackIn = (file: string) =>
  `TypeError: ada@example.test is not iterable\n    at show (${SITE}/assets/${file}:1:234)\n    at https://elsewhere.test/assets/theirs.js:1:1\n    at ${SITE}/sw.js:9:8`;

function createFault(file: string, Kind: ErrorConstructor = TypeError): Error {
  const error = new Kind('ada@example.test is not iterable');
  error.stack = stackIn(file);
  return error;
}

const sent = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));

/** Loads the module as a new page does; `chance` decides whether the page is sampled. */
async function onPage(chance: number) {
  vi.resetModules();
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  return import('../../../src/data/core/faults');
}

const bodies = () =>
  sent.mock.calls.map(([, init]): unknown =>
    JSON.parse(typeof init?.body === 'string' ? init.body : 'null'),
  );

beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('app faults', () => {
  it('are reported with their class and our script frames, without the message', async () => {
    const { reportFault } = await onPage(0);
    reportFault(createFault('SignalRoom-a1.js'), 'screen');
    expect(sent.mock.calls[0]?.[0]).toBe('/api/faults');
    const [fault] = bodies();
    expect(faultSchema.parse(fault)).toMatchObject({
      kind: 'screen',
      name: 'TypeError',
      frames: ['SignalRoom-a1.js:1:234', 'sw.js:9:8'],
    });
    expect(JSON.stringify(fault)).not.toContain('ada@');
  });

  it('are reported once each, at most three per page', async () => {
    const { reportFault } = await onPage(0);
    for (const file of ['a.js', 'a.js', 'b.js', 'c.js', 'd.js'])
      reportFault(createFault(file), 'error');
    expect(bodies()).toHaveLength(3);
  });

  it('are reported by one page in four, except screen crashes', async () => {
    const { reportFault } = await onPage(0.25);
    reportFault(createFault('a.js'), 'error');
    expect(sent).not.toHaveBeenCalled();
    reportFault(createFault('a.js'), 'screen');
    expect(sent).toHaveBeenCalledOnce();
  });

  it('are not reported for API errors, while offline, or from other sites’ scripts', async () => {
    const { reportFault } = await onPage(0);
    const refused = createFault('a.js');
    refused.name = 'ApiError';
    reportFault(refused, 'promise');
    const foreign = createFault('a.js');
    foreign.stack = 'Error\n    at https://elsewhere.test/assets/theirs.js:1:1';
    reportFault(foreign, 'error');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    reportFault(createFault('b.js'), 'error');
    reportFault('a text that was thrown', 'error');
    expect(sent).not.toHaveBeenCalled();
  });

  it('are reported when uncaught', async () => {
    const { reportUncaughtFaults } = await onPage(0);
    reportUncaughtFaults();
    window.dispatchEvent(new ErrorEvent('error', { error: createFault('a.js') }));
    const rejection = Object.assign(new Event('unhandledrejection'), {
      reason: createFault('b.js'),
    });
    window.dispatchEvent(rejection);
    expect(bodies()).toMatchObject([{ kind: 'error' }, { kind: 'promise' }]);
  });

  it('are reported by ignoreExpected unless the network, storage or a permission failed', async () => {
    const { ignoreExpected } = await onPage(0);
    const ours = [toStorageError(null).name, 'LoggedOutError'];
    for (const name of ['NetworkError', 'AbortError', 'DatabaseClosedError', ...ours])
      ignoreExpected(Object.assign(createFault('a.js'), { name }));
    ignoreExpected(new DOMException('denied', 'NotAllowedError'));
    expect(sent).not.toHaveBeenCalled();
    ignoreExpected(createFault('a.js'));
    expect(bodies()).toMatchObject([{ kind: 'promise', name: 'TypeError' }]);
  });
});
