// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { availableUpdate } from '../../../src/data/pwa/appState';
import { registerServiceWorker } from '../../../src/data/pwa/serviceWorker';

/** A service worker that responds with its build. */
class FakeWorker extends EventTarget {
  readonly scriptURL = 'http://localhost:3000/sw.js';
  state = 'installing';
  constructor(readonly build: string) {
    super();
  }
  postMessage(_message: unknown, [port]: readonly MessagePort[] = []) {
    port?.postMessage({ name: this.build, news: [] });
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  readonly update = () => Promise.resolve();
  find(build: string): FakeWorker {
    this.installing = new FakeWorker(build);
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
  finish(worker: FakeWorker, state: 'installed' | 'redundant') {
    this.installing = null;
    if (state === 'installed') {
      this.waiting?.become('redundant');
      this.waiting = worker;
    }
    worker.become(state);
  }
}

let registration: FakeRegistration;
const offers: (string | undefined)[] = [];
const recordOffer = () => offers.push(availableUpdate.get()?.build?.name);
let stopRecording: () => void;

async function openPage(controller: FakeWorker | null): Promise<void> {
  const register = () => Promise.resolve(registration);
  const serviceWorker = Object.assign(new EventTarget(), {
    controller,
    register,
    startMessages: () => undefined,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  await registerServiceWorker(navigator.serviceWorker.controller);
}

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  registration = new FakeRegistration();
  offers.length = 0;
  availableUpdate.set(null);
  stopRecording = availableUpdate.subscribe(recordOffer);
});
afterEach(() => {
  stopRecording();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Longer than a worker takes to respond or to start waiting. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

describe('a waiting build', () => {
  it('is offered after earlier ones failed to install', async () => {
    await openPage(new FakeWorker('old'));
    registration.finish(registration.find('broken'), 'redundant');
    registration.finish(registration.find('broken too'), 'redundant');
    registration.finish(registration.find('good'), 'installed');
    await vi.waitFor(() => expect(offers).toEqual(['good']));
  });

  it('is offered once; only a newer build is offered after it', async () => {
    await openPage(new FakeWorker('old'));
    registration.finish(registration.find('new'), 'installed');
    await settle();
    registration.finish(registration.find('broken'), 'redundant');
    await settle();
    expect(offers).toEqual(['new']);
    registration.finish(registration.find('newer'), 'installed');
    await settle();
    expect(offers).toEqual(['new', 'newer']);
  });

  it('is offered if it was waiting or installing before the page opened', async () => {
    registration.waiting = new FakeWorker('waiting');
    registration.waiting.state = 'installed';
    const installing = new FakeWorker('installing');
    registration.installing = installing;
    await openPage(new FakeWorker('old'));
    await vi.waitFor(() => expect(offers).toEqual(['waiting']));
    registration.finish(installing, 'installed');
    await vi.waitFor(() => expect(offers).toEqual(['waiting', 'installing']));
  });

  it('is not offered on the first installation', async () => {
    await openPage(null);
    registration.finish(registration.find('first'), 'installed');
    await settle();
    expect(offers).toEqual([]);
  });
});
