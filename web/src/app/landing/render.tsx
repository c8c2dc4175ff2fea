import { PATHS } from '@quantalgo/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { DOCUMENTS } from './documents';
import { Head } from './Head';

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
