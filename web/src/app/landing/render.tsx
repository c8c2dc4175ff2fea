import { PATHS } from '@quantalgo/contracts/core/paths';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND } from '../../core/brand';
import { USER_KEY } from '../../data/auth/currentSession';
import { SCREEN_KEY } from '../../data/core/webStorage';
import { CACHE_PREFIX } from '../../data/core/workerProtocol';
import { THEME_KEY } from '../../data/core/theme';
import { STEP_PARAMETER } from '../../screens/auth/signUpSteps';
import { askForScripts } from '../firstPaint/askForScripts';
import { beforeScreenScript, STORED_SCREEN_ID, WIDE } from '../firstPaint/beforeScreen';
import { damageGuardScript } from '../firstPaint/damageGuard';
import { beforeAppScript, ENTRY_PAGES, renderEntry } from '../firstPaint/drawing';
import { SCREEN_TABLE, titleOf } from '../screenTable';
import { DOCUMENTS, Head, NamingTags } from './documents';

/** The markup of a document, which the build inserts into its file. */
export interface Rendered {
  /** File name: `index.html`, `terms.html`. */
  readonly file: string;
  readonly path: string;
  readonly head: string;
  readonly body: string;
}

const fileOf = (path: string) => (path === PATHS.landing ? 'index.html' : `${path.slice(1)}.html`);

/** Renders all documents for the site at this origin. */
export const renderDocuments = (site: string): Rendered[] =>
  DOCUMENTS.map((document) => ({
    file: fileOf(document.path),
    path: document.path,
    head: renderToStaticMarkup(<Head document={document} site={site} />),
    body: renderToStaticMarkup(document.body),
  }));

/** Renders the app's entry pages for the site at this origin. */
export const renderEntries = (site: string): Rendered[] =>
  ENTRY_PAGES.map(({ path, description }) => {
    const named = { path, title: `${titleOf(path)} · ${BRAND.name}`, description };
    const head = renderToStaticMarkup(<NamingTags document={named} site={site} />);
    return { file: fileOf(path), path, head, body: renderEntry(path) };
  });

/** The script that loads the scripts of the documents of {@link renderDocuments}. */
export const DOCUMENT_SCRIPT = askForScripts();

/** The first script of the documents of {@link renderEntries}. */
export const ENTRY_SCRIPT = beforeAppScript(USER_KEY, STEP_PARAMETER);

/** The first script of the document of a screen, which draws the stored screen. */
export const SCREEN_SCRIPT = beforeScreenScript(
  USER_KEY,
  SCREEN_KEY,
  THEME_KEY,
  WIDE,
  STORED_SCREEN_ID,
  PATHS.dashboard,
);

/** The inline script of the app's documents, before all others. */
export const DAMAGE_GUARD = damageGuardScript(CACHE_PREFIX);

/** Paths of the screens that are stored and drawn this way, each with a separate document. */
export const SCREEN_PATHS = SCREEN_TABLE.map(({ path }) => path);
