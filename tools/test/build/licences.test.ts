import { expect, it } from 'vitest';
import { groupByLicence, findDisallowed } from '../../src/build/licences';

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

it('lists packages with disallowed licences, ignoring development tools', () => {
  const refused = [...groupByLicence(lock)].flatMap((found) => findDisallowed(...found));
  expect(refused).toEqual(['copyleft 2.0.0', 'silent 2.0.0']);
});

it('groups packages by licence', () => {
  expect(groupByLicence(lock).get('MIT')).toEqual(['express 5.0.0', 'limiter 1.1.5']);
});

it('allows libvips under the LGPL, but no other package', () => {
  expect(
    findDisallowed('LGPL-3.0-or-later', ['@img/sharp-libvips-linux-x64 1.3.4', 'vips 1.0.0']),
  ).toEqual(['vips 1.0.0']);
  const windows = 'Apache-2.0 AND LGPL-3.0-or-later';
  expect(findDisallowed(windows, ['@img/sharp-win32-x64 0.35.5'])).toEqual([]);
  expect(findDisallowed('GPL-3.0', ['@img/sharp-win32-x64 0.35.5'])).toHaveLength(1);
});
