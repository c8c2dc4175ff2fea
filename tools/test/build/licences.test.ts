import { expect, it } from 'vitest';
import { isAllowed, packagesByLicence } from '../../src/build/licences';

const lock = {
  packages: {
    '': { version: '1.0.0' },
    functions: { version: '1.0.0' },
    'node_modules/@quantalgo/functions': { link: true },
    'node_modules/express': { version: '5.0.0', license: 'MIT' },
    'functions/node_modules/other': { version: '1.0.0', license: '(GPL-3.0 OR MIT)' },
    'node_modules/copyleft': { version: '2.0.0', license: 'AGPL-3.0' },
    'node_modules/silent': { version: '2.0.0' },
    'node_modules/limiter': { version: '1.1.5' },
    'node_modules/compiler': { version: '6.0.0', license: 'AGPL-3.0', dev: true },
  },
};

it('names what may not be part of the product, tools of development left out', () => {
  const refused = [...packagesByLicence(lock)].filter(([licence]) => !isAllowed(licence));
  expect(refused).toEqual([
    ['AGPL-3.0', ['copyleft 2.0.0']],
    ['none', ['silent 2.0.0']],
  ]);
});

it('gathers the packages of each licence', () => {
  expect(packagesByLicence(lock).get('MIT')).toEqual(['express 5.0.0', 'limiter 1.1.5']);
});
