/** Complete and valid: none of the demonstration's values. */
export const CONTROLLER_SETTINGS = {
  CONTROLLER_NAME: 'Lumen Signals Ltd',
  CONTROLLER_ADDRESS: '12 Marina Road, Lagos, Nigeria',
  CONTROLLER_EMAIL: 'privacy@lumen.example',
  LEGAL_BASIS_ACCOUNT: 'contract',
  LEGAL_BASIS_SAFETY: 'legitimate-interests',
  LEGAL_BASIS_MESSAGES: 'consent',
  MAIL_PROVIDER: 'Post House Ltd, Ireland',
  BACKUP_WEEKS: '14',
  LOG_DAYS: '30',
};
