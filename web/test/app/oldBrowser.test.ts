// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { warnOldBrowser } from '../../src/app/oldBrowser';

it('tells which browsers work', () => {
  document.body.innerHTML = '<div id="root"></div>';
  warnOldBrowser();
  const warning = document.body.firstElementChild;
  expect(warning?.getAttribute('role')).toBe('alert');
  expect(warning?.textContent).toMatch(/iOS 16\.4, Chrome 109 or Firefox 115/);
});
