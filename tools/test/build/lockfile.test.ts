import { describe, expect, it } from 'vitest';
import { buildLockfile } from '../../src/build/functions';

const of = (version: string, dependencies: Record<string, string> = {}) => ({
  version,
  dependencies,
});
const manifest = { name: 'functions', dependencies: { web: '2.0.0', mail: '1.0.0' } };

/** A repository whose `functions` have a newer `web` than what `mail` needs, and packages that only others use. */
const REPOSITORY = {
  packages: {
    '': of('1.0.0'),
    functions: of('1.0.0', { web: '2.0.0', mail: '1.0.0' }),
    'functions/node_modules/web': of('2.0.0', { parts: '1' }),
    'node_modules/web': of('1.0.0'),
    'node_modules/mail': { ...of('1.0.0', { web: '1' }), dev: true },
    'node_modules/parts': of('1.0.0'),
    'node_modules/unused': of('9.0.0'),
  },
};

describe('buildLockfile', () => {
  it('contains only the functions’ dependencies, in the repository’s versions', () => {
    const { packages } = buildLockfile(REPOSITORY, 'functions', manifest);
    expect(packages).toMatchObject({
      'node_modules/mail': { version: '1.0.0' },
      'node_modules/mail/node_modules/web': { version: '1.0.0' },
      'node_modules/parts': { version: '1.0.0' },
      'node_modules/web': { version: '2.0.0' },
    });
    expect(packages).not.toHaveProperty(['node_modules/unused']);
  });

  it('doesn’t mark a package as a development tool if the functions need it', () => {
    const { packages } = buildLockfile(REPOSITORY, 'functions', manifest);
    expect(packages).not.toHaveProperty(['node_modules/mail', 'dev']);
  });

  it('throws if the repository lacks a package', () => {
    const missing = { name: 'functions', dependencies: { other: '1.0.0' } };
    expect(() => buildLockfile(REPOSITORY, 'functions', missing)).toThrow('lacks other');
  });
});
