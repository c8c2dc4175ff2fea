/** The key pair of local suites for push. It speaks for no site: push services on this machine alone are given it. */
export const LOCAL_PUSH_KEYS = {
  publicKey:
    'BI_KKOSJFTQeqhPdC-fEwB35ASDCOYLdVOb1q-ugo8oFA_YnWoAvwvcIGsGvwZjNrTTS5Zap43efZiKfePeVZyY',
  privateKey: 'a6gKzpPMCQf6eEqr02kG5JqJ2tn9oMB2zahPJpIlKfM',
} as const;
