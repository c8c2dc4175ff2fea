import { describe, expect, it } from 'vitest';
import { buildLocalConfig, readProductionConfig, widenPolicy } from '../../src/suite/emulators';
import { getPorts } from '../../src/suite/ports';

const production = readProductionConfig();
const local = buildLocalConfig(production, getPorts(3000), {
  site: 'site',
  functions: 'functions',
});

const getPolicy = ({ hosting }: typeof production) =>
  hosting.headers
    .flatMap((rule) => rule.headers)
    .find(({ key }) => key === 'Content-Security-Policy')?.value ?? '';

describe('local configuration', () => {
  it('differs from production only in folders, emulators and the connections that a page may open', () => {
    const { emulators: _emulators, ...rest } = local;
    const { emulators: _expected, ...deployed } = production;
    expect({
      ...rest,
      functions: production.functions,
      hosting: {
        ...local.hosting,
        public: production.hosting['public'],
        headers: production.hosting.headers,
      },
    }).toEqual(deployed);
  });

  it('has the ports of a plain firebase emulators:start without an offset', () => {
    const folders = { site: 'site', functions: 'functions' };
    const { emulators } = buildLocalConfig(production, getPorts(0), folders);
    expect(production['emulators']).toEqual(emulators);
  });

  it('serves the suite’s own site and functions', () => {
    expect(local.hosting['public']).toBe('site');
    expect(local.functions.map(({ source }) => source)).toEqual(['functions']);
  });

  it('fixes the port of every emulator, on the loopback address', () => {
    expect(local['emulators']).toMatchObject({
      hosting: { host: '127.0.0.1', port: 8050 },
      auth: { host: '127.0.0.1', port: 12099 },
      firestore: { host: '127.0.0.1', port: 11080, websocketPort: 12150 },
      eventarc: { host: '127.0.0.1', port: 12299 },
      tasks: { host: '127.0.0.1', port: 12499 },
      ui: { enabled: false },
    });
  });

  it('lets pages connect to the emulators', () => {
    const connect = getPolicy(local)
      .split('; ')
      .find((part) => part.startsWith('connect-src'));
    expect(connect).toContain(' http://127.0.0.1:11080');
    expect(connect).toContain(' ws://127.0.0.1:11080');
    expect(connect).toContain(' https://firestore.googleapis.com');
  });
});

describe('production policy', () => {
  it('allows no inline code and names no local address', () => {
    const policy = getPolicy(production);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-|127\.0\.0\.1|localhost/);
  });

  it('is widened only in the named directives', () => {
    const widened = widenPolicy("default-src 'none'; img-src 'self'", { 'img-src': ['http://a'] });
    expect(widened).toBe("default-src 'none'; img-src 'self' http://a");
  });
});
