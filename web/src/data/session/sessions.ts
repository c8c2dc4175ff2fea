/** The code that opens and ends sessions, and so knows the whole API: fetched once somebody fills in a form. */
export const loadSessions = () => import('./session');
