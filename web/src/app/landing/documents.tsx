import {
  DOCUMENT_PATHS,
  type DocumentPath,
  type Path,
  PATHS,
} from '@quantalgo/contracts/core/paths';
import type { ReactNode } from 'react';
import { BRAND } from '../../core/brand';
import { CONTACTS } from '../../content/contacts';
import {
  buildRisk,
  ContactsPage,
  LegalPage,
  type LegalText,
  TERMS,
} from '../../screens/legal/LegalPage';
import { PRIVACY } from '../../screens/legal/privacy';
import { LandingPage } from '../../screens/landing/LandingPage';
import type { LastRecord } from '../../screens/landing/live/recordText';
import { Countries } from '../../screens/legal/Countries';
import { VERIFY } from '../../screens/record/Explanation';
import { VerifyPage } from '../verify/VerifyPage';

interface Document {
  readonly path: DocumentPath;
  readonly title: string;
  readonly description: string;
  readonly body: ReactNode;
}

const toLegalDocument = (path: DocumentPath, text: LegalText, extra?: ReactNode): Document => ({
  path,
  title: `${text.title} · ${BRAND.name}`,
  description: text.description,
  body: <LegalPage text={text}>{extra}</LegalPage>,
});

const buildDocuments = (record: LastRecord | null): Record<DocumentPath, Document> => ({
  [PATHS.landing]: {
    path: PATHS.landing,
    title: `${BRAND.name}: trading signals on a five-minute clock`,
    description: `${BRAND.description} Free, with a public record that anyone can verify. Most traders lose money.`,
    body: <LandingPage record={record} />,
  },
  [PATHS.verify]: {
    path: PATHS.verify,
    title: `${VERIFY.title} · ${BRAND.name}`,
    description: VERIFY.description,
    body: <VerifyPage />,
  },
  [PATHS.terms]: toLegalDocument(PATHS.terms, TERMS),
  [PATHS.privacy]: toLegalDocument(PATHS.privacy, PRIVACY),
  [PATHS.risk]: toLegalDocument(PATHS.risk, buildRisk(record), <Countries />),
  [PATHS.contacts]: {
    path: PATHS.contacts,
    title: `${CONTACTS.title} · ${BRAND.name}`,
    description: CONTACTS.description,
    body: <ContactsPage />,
  },
});

/** `record`: the public record at build time. */
export function listDocuments(record: LastRecord | null): readonly Document[] {
  const documents = buildDocuments(record);
  return DOCUMENT_PATHS.map((path) => documents[path]);
}

/** Escaped, so that the JSON can't close its script element. */
const toScriptJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

interface DescribedPage extends Pick<Document, 'title' | 'description'> {
  readonly path: Path;
}

const Preview = ({ document, site }: { document: DescribedPage; site: string }) => (
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

export const MetadataTags = ({ document, site }: { document: DescribedPage; site: string }) => (
  <>
    <title>{document.title}</title>
    <meta name="description" content={document.description} />
    <link rel="canonical" href={`${site}${document.path}`} />
    <Preview document={document} site={site} />
  </>
);

export const Head = ({ document, site }: { document: Document; site: string }) => (
  <>
    <MetadataTags document={document} site={site} />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#f7f8fa" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0b1016" media="(prefers-color-scheme: dark)" />
    <meta name="format-detection" content="telephone=no" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: toScriptJson(buildStructuredData(document, site)) }}
    />
  </>
);

function buildStructuredData({ path, title, description }: Document, site: string): object {
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
