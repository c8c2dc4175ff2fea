export { ContactsPage } from './legal/ContactsPage';
export { LegalPage } from './legal/LegalPage';
export { LandingPage } from './LandingPage';
export { TextPage } from './legal/TextPage';
