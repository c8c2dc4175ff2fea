import { PATHS } from '@quantalgo/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND } from '../../brand';
import { USER_KEY } from '../../data/session/currentSession';
import { STORED_SCREEN_ID, SCREEN_KEY, WIDE } from '../../data/core/firstPaint';
import { THEME_KEY } from '../../data/core/theme';
import { STEP_PARAMETER } from '../../screens/auth/signUpSteps';
import { askForScripts } from '../firstPaint/askForScripts';
import {
  beforeAppScript,
  beforeScreenScript,
  ENTRY_PAGES,
  renderEntry,
} from '../firstPaint/drawing';
import { titleOf } from '../screenTable';
import { DOCUMENTS, Head, NamingTags } from './documents';

/** The markup of a document, as the build puts it into its file. */
export interface Rendered {
  /** Name of the file: `index.html`, `terms.html`. */
  readonly file: string;
  readonly path: string;
  readonly head: string;
  readonly body: string;
}

const fileOf = (path: string) => (path === PATHS.landing ? 'index.html' : `${path.slice(1)}.html`);

/** Renders every document for the site at this origin. */
export const renderDocuments = (site: string): Rendered[] =>
  DOCUMENTS.map((document) => ({
    file: fileOf(document.path),
    path: document.path,
    head: renderToStaticMarkup(<Head document={document} site={site} />),
    body: renderToStaticMarkup(document.body),
  }));

/** Renders the pages of the app that visitors arrive at, for the site at this origin. */
export const renderEntries = (site: string): Rendered[] =>
  ENTRY_PAGES.map(({ path, description }) => {
    const named = { path, title: `${titleOf(path)} · ${BRAND.name}`, description };
    const head = renderToStaticMarkup(<NamingTags document={named} site={site} />);
    return { file: fileOf(path), path, head, body: renderEntry(path) };
  });

/** What asks for the scripts of the documents of {@link renderDocuments}. */
export const DOCUMENT_SCRIPT = askForScripts();

/** What runs first of all in the documents of {@link renderEntries}. */
export const ENTRY_SCRIPT = beforeAppScript(USER_KEY, STEP_PARAMETER);

/** What runs first of all in the document of a screen that is drawn as it was last seen. */
export const SCREEN_SCRIPT = beforeScreenScript(
  USER_KEY,
  SCREEN_KEY,
  THEME_KEY,
  WIDE,
  STORED_SCREEN_ID,
);
