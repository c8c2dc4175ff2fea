import { BRAND, DOCUMENT_PATHS, PATHS, type DocumentPath } from '@quantalgo/contracts';
import type { ReactNode } from 'react';
import { CONTACTS } from '../../content/landing/legal/contacts';
import type { LegalText } from '../../content/landing/legal/legalText';
import { PRIVACY } from '../../content/landing/legal/privacy';
import { RISK } from '../../content/landing/legal/risk';
import { TERMS } from '../../content/landing/legal/terms';
import { VERIFY } from '../../content/verify';
import { ContactsPage, LandingPage, LegalPage } from '../../features/landing';
import { VerifyPage } from '../verify/VerifyPage';

/** A page that is a document of its own. */
export interface Document {
  readonly path: DocumentPath;
  readonly title: string;
  /** For search engines and link previews. */
  readonly description: string;
  readonly body: ReactNode;
}

const legal = (path: DocumentPath, text: LegalText): Document => ({
  path,
  title: `${text.title} · ${BRAND.name}`,
  description: text.description,
  body: <LegalPage text={text} />,
});

const BY_PATH: Record<DocumentPath, Document> = {
  [PATHS.landing]: {
    path: PATHS.landing,
    title: `${BRAND.name}: a trading signal every five minutes`,
    description: `${BRAND.description} Free, with a public record that anyone can verify. Most traders lose money.`,
    body: <LandingPage />,
  },
  [PATHS.verify]: {
    path: PATHS.verify,
    title: `${VERIFY.title} · ${BRAND.name}`,
    description: VERIFY.description,
    body: <VerifyPage />,
  },
  [PATHS.terms]: legal(PATHS.terms, TERMS),
  [PATHS.privacy]: legal(PATHS.privacy, PRIVACY),
  [PATHS.risk]: legal(PATHS.risk, RISK),
  [PATHS.contacts]: {
    path: PATHS.contacts,
    title: `${CONTACTS.title} · ${BRAND.name}`,
    description: CONTACTS.description,
    body: <ContactsPage />,
  },
};

/** Every prerendered document, the landing page first. */
export const DOCUMENTS: readonly Document[] = DOCUMENT_PATHS.map((path) => BY_PATH[path]);
