import { BRAND, type Path } from '@quantalgo/contracts';
import type { Document } from './documents';
import { structuredData } from './structuredData';

/** JSON that can stand inside a script element: nothing in it ends the element. */
const embedded = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What a page says of itself where it is found or shared. */
export interface Described extends Pick<Document, 'title' | 'description'> {
  readonly path: Path;
}

const Preview = ({ document, site }: { document: Described; site: string }) => (
  <>
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content={BRAND.name} />
    <meta property="og:title" content={document.title} />
    <meta property="og:description" content={document.description} />
    <meta property="og:url" content={`${site}${document.path}`} />
    <meta property="og:image" content={`${site}/share.png`} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={BRAND.description} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
);

/** How search engines and link previews name a page; `site` is the origin that it will be served from. */
export const Naming = ({ document, site }: { document: Described; site: string }) => (
  <>
    <title>{document.title}</title>
    <meta name="description" content={document.description} />
    <link rel="canonical" href={`${site}${document.path}`} />
    <Preview document={document} site={site} />
  </>
);

/** What a document's head says of it; `site` is the origin that it will be served from. */
export const Head = ({ document, site }: { document: Document; site: string }) => (
  <>
    <Naming document={document} site={site} />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#f7f8fa" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0b1016" media="(prefers-color-scheme: dark)" />
    <meta name="format-detection" content="telephone=no" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: embedded(structuredData(document, site)) }}
    />
  </>
);
