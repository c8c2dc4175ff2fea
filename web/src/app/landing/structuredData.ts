import { BRAND, PATHS } from '@quantalgo/contracts';
import type { Document } from './documents';

/** What a search engine is told about a document (schema.org), as JSON-LD. `site` is the origin. */
export function structuredData({ path, title, description }: Document, site: string): object {
  const organization = {
    '@type': 'Organization',
    '@id': `${site}/#organization`,
    name: BRAND.name,
    url: `${site}/`,
    logo: `${site}/icons/icon-512.png`,
    sameAs: [BRAND.telegram.community],
  };
  const page = {
    '@type': path === PATHS.contacts ? 'ContactPage' : 'WebPage',
    '@id': `${site}${path}`,
    url: `${site}${path}`,
    name: title,
    description,
    inLanguage: 'en',
    publisher: { '@id': organization['@id'] },
  };
  return { '@context': 'https://schema.org', '@graph': [organization, page] };
}
