import { describe, expect, it } from 'vitest';
import { splitSite, type BuiltFile } from '../../build/serviceWorker';

const chunk = (
  fileName: string,
  {
    imports = [],
    later = [],
    modules = [],
    text = '',
  }: {
    imports?: string[];
    later?: string[];
    modules?: string[];
    text?: string;
  } = {},
): BuiltFile => ({ fileName, text, imports, dynamicImports: later, moduleIds: modules });

const SITE: BuiltFile[] = [
  { fileName: 'app.html', text: '<script src="/assets/app-1.js"><link href="/assets/app-1.css">' },
  { fileName: 'verify.html', text: '<script src="/assets/verify-1.js">' },
  {
    fileName: 'screens/signals.html',
    text: '<script src="/assets/app-1.js"><link href="/assets/signals-1.js">',
  },
  { fileName: 'assets/app-1.css', text: 'url(/assets/inter-1.woff2)' },
  { fileName: 'assets/inter-1.woff2', text: '' },
  { fileName: 'assets/verifier.worker-1.js', text: '' },
  { fileName: 'assets/unused-1.css', text: '' },
  chunk('assets/app-1.js', {
    imports: ['assets/react-1.js'],
    later: ['assets/signals-1.js', 'assets/staff-1.js'],
    text: 'import("./signals-1.js")',
  }),
  chunk('assets/react-1.js'),
  chunk('assets/signals-1.js', { imports: ['assets/card-1.js'], later: ['assets/chart-1.js'] }),
  chunk('assets/card-1.js'),
  chunk('assets/chart-1.js'),
  chunk('assets/staff-1.js', {
    imports: ['assets/desk-1.js', 'assets/card-1.js'],
    modules: ['/web/src/screens/console/index.ts'],
  }),
  chunk('assets/desk-1.js'),
  chunk('assets/verify-1.js', { text: 'new Worker("/assets/verifier.worker-1.js")' }),
];

const { shell, kit } = splitSite(SITE, ['/src/screens/console/']);

describe('splitSite', () => {
  it('puts the documents and their dependencies into the shell', () => {
    expect(shell).toEqual([
      'app.html',
      'assets/app-1.css',
      'assets/app-1.js',
      'assets/inter-1.woff2',
      'assets/react-1.js',
      'assets/verifier.worker-1.js',
      'assets/verify-1.js',
      'verify.html',
    ]);
  });

  it('puts everything loaded later into the kit, without duplicates or excluded screens', () => {
    expect(kit).toEqual([
      'assets/card-1.js',
      'assets/chart-1.js',
      'assets/signals-1.js',
      'screens/signals.html',
    ]);
  });

  it('keeps an imported chunk even if it contains modules of an excluded screen', () => {
    const merged = [
      ...SITE,
      chunk('assets/account-1.js', { imports: ['assets/merged-1.js'] }),
      chunk('assets/merged-1.js', { modules: ['/web/src/screens/console/Codes.tsx'] }),
      chunk('assets/home-1.js', { later: ['assets/account-1.js'] }),
      { fileName: 'screens/home.html', text: '<script src="/assets/home-1.js">' },
    ];
    const { kit: mergedKit } = splitSite(merged, ['/src/screens/console/']);
    expect(mergedKit).toEqual(
      expect.arrayContaining(['assets/account-1.js', 'assets/merged-1.js']),
    );
  });
});
