import { PATHS } from '@quantalgo/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { PAGE_TABLE, titleOf } from '../screenTable';
import { DOCUMENTS } from './documents';
import { Head, Naming } from './Head';

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

/** A page of the app that visitors arrive at, and how its head names it. */
export type Entry = Omit<Rendered, 'body'>;

/** Renders the heads of all pages of the app that are described, for the site at this origin. */
export const renderEntries = (site: string): Entry[] =>
  PAGE_TABLE.flatMap((row) => {
    if (!('description' in row)) return [];
    const { path, description } = row;
    const named = { path, title: titleOf(path), description };
    const head = renderToStaticMarkup(<Naming document={named} site={site} />);
    return [{ file: fileOf(path), path, head }];
  });
