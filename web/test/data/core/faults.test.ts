// @vitest-environment jsdom
import { faultSchema } from '@quantalgo/contracts/problems/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toStorageError } from '../../../src/data/outbox/storageErrors';

const SITE = location.origin;
const stackIn = (file: string) =>
  `TypeError: ada@example.test is not iterable\n    at show (${SITE}/assets/${file}:1:234)\n    at https://elsewhere.test/assets/theirs.js:1:1\n    at ${SITE}/sw.js:9:8`;

function faultOf(file: string, Kind: ErrorConstructor = TypeError): Error {
  const error = new Kind('ada@example.test is not iterable');
  error.stack = stackIn(file);
  return error;
}

const sent = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));

/** The module as a page of its own loads it; `chance` decides whether that page is one of those that report. */
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

describe('a fault of the app', () => {
  it('is reported by its class and the places in our scripts, without its message', async () => {
    const { reportFault } = await onPage(0);
    reportFault(faultOf('SignalRoom-a1.js'), 'screen');
    expect(sent.mock.calls[0]?.[0]).toBe('/api/faults');
    const [fault] = bodies();
    expect(faultSchema.parse(fault)).toMatchObject({
      kind: 'screen',
      name: 'TypeError',
      frames: ['SignalRoom-a1.js:1:234', 'sw.js:9:8'],
    });
    expect(JSON.stringify(fault)).not.toContain('ada@');
  });

  it('is reported once, and no more than three of them by one page', async () => {
    const { reportFault } = await onPage(0);
    for (const file of ['a.js', 'a.js', 'b.js', 'c.js', 'd.js'])
      reportFault(faultOf(file), 'error');
    expect(bodies()).toHaveLength(3);
  });

  it('is reported by one page in four, where no screen stopped working', async () => {
    const { reportFault } = await onPage(0.25);
    reportFault(faultOf('a.js'), 'error');
    expect(sent).not.toHaveBeenCalled();
    reportFault(faultOf('a.js'), 'screen');
    expect(sent).toHaveBeenCalledOnce();
  });

  it('is none where a call was refused, the network is gone, or the script is another site’s', async () => {
    const { reportFault } = await onPage(0);
    const refused = faultOf('a.js');
    refused.name = 'ApiError';
    reportFault(refused, 'promise');
    const foreign = faultOf('a.js');
    foreign.stack = 'Error\n    at https://elsewhere.test/assets/theirs.js:1:1';
    reportFault(foreign, 'error');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    reportFault(faultOf('b.js'), 'error');
    reportFault('a text that was thrown', 'error');
    expect(sent).not.toHaveBeenCalled();
  });

  it('is heard of where nobody catches it', async () => {
    const { reportUncaughtFaults } = await onPage(0);
    reportUncaughtFaults();
    window.dispatchEvent(new ErrorEvent('error', { error: faultOf('a.js') }));
    const rejection = Object.assign(new Event('unhandledrejection'), { reason: faultOf('b.js') });
    window.dispatchEvent(rejection);
    expect(bodies()).toMatchObject([{ kind: 'error' }, { kind: 'promise' }]);
  });

  it('is heard of where nothing depends on success, unless network or storage failed', async () => {
    const { ignoreExpected } = await onPage(0);
    const ours = [toStorageError(null).name, 'SignedOutError'];
    for (const name of ['NetworkError', 'AbortError', 'DatabaseClosedError', ...ours])
      ignoreExpected(Object.assign(faultOf('a.js'), { name }));
    ignoreExpected(new DOMException('denied', 'NotAllowedError'));
    expect(sent).not.toHaveBeenCalled();
    ignoreExpected(faultOf('a.js'));
    expect(bodies()).toMatchObject([{ kind: 'promise', name: 'TypeError' }]);
  });
});
