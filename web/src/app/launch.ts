import { DOCUMENT_PATHS, PATHS } from '@quantalgo/contracts';
import { withoutSlash } from './screenTable';

/** What a launch of the app does to the window that is open. */
type Launched = 'stay' | 'screen' | 'document';

/**
 * What opening the app at `target` means for a window that shows the path `here`: the icon alone brings back what was
 * there, a shortcut leads to its screen or document.
 */
export function launched(target: URL, here: string): Launched {
  const path = withoutSlash(target.pathname);
  if (path === PATHS.dashboard || path === withoutSlash(here)) return 'stay';
  return DOCUMENT_PATHS.some((document) => withoutSlash(document) === path) ? 'document' : 'screen';
}
