import { PATHS } from '@quantalgo/contracts/core/paths';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND } from '../../core/brand';
import { USER_KEY } from '../../data/auth/currentSession';
import { SCREEN_KEY } from '../../data/core/webStorage';
import { CACHE_PREFIX } from '../../data/core/workerProtocol';
import { THEME_KEY } from '../../data/core/theme';
import { STEP_PARAMETER } from '../../screens/auth/signUpSteps';
import { buildScriptLoader } from '../firstPaint/askForScripts';
import { buildScreenScript, STORED_SCREEN_ID, WIDE_QUERY } from '../firstPaint/beforeScreen';
import { buildDamageGuardScript } from '../firstPaint/damageGuard';
import { buildEntryScript, ENTRY_PAGES, renderEntry } from '../firstPaint/drawing';
import { SCREEN_TABLE, getPageTitle } from '../screenTable';
import type { LastRecord } from '../../screens/landing/live/recordText';
import { Head, listDocuments, MetadataTags } from './documents';

export interface Rendered {
  /** For example `terms.html`. */
  readonly file: string;
  readonly path: string;
  readonly head: string;
  readonly body: string;
}

const toFileName = (path: string) =>
  path === PATHS.landing ? 'index.html' : `${path.slice(1)}.html`;

export const renderDocuments = (site: string, record: LastRecord | null = null): Rendered[] =>
  listDocuments(record).map((document) => ({
    file: toFileName(document.path),
    path: document.path,
    head: renderToStaticMarkup(<Head document={document} site={site} />),
    body: renderToStaticMarkup(document.body),
  }));

export const renderEntries = (site: string): Rendered[] =>
  ENTRY_PAGES.map(({ path, description }) => {
    const page = { path, title: `${getPageTitle(path)} · ${BRAND.name}`, description };
    const head = renderToStaticMarkup(<MetadataTags document={page} site={site} />);
    return { file: toFileName(path), path, head, body: renderEntry(path) };
  });

export const DOCUMENT_SCRIPT = buildScriptLoader();

export const ENTRY_SCRIPT = buildEntryScript(USER_KEY, STEP_PARAMETER);

export const SCREEN_SCRIPT = buildScreenScript(
  USER_KEY,
  SCREEN_KEY,
  THEME_KEY,
  WIDE_QUERY,
  STORED_SCREEN_ID,
  PATHS.dashboard,
);

export const DAMAGE_GUARD = buildDamageGuardScript(CACHE_PREFIX);

export const SCREEN_PATHS = SCREEN_TABLE.map(({ path }) => path);
