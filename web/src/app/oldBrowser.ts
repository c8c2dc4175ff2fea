import { BRAND } from '../core/brand';

/** Without this, such a browser would report network errors only. */
export function warnOldBrowser(): void {
  const warning = document.createElement('p');
  warning.setAttribute('role', 'alert');
  warning.className = 'border-b border-line bg-raised px-4 py-3 text-sm text-text';
  warning.textContent = `${BRAND.name} doesn’t work in this version of your browser. Please update it. It needs at least iOS 16.4, Chrome 109 or Firefox 115.`;
  document.body.prepend(warning);
}
