import { PATHS } from '@quantalgo/contracts/core/paths';

export const STEPS = ['welcome', 'details', 'confirm'] as const;
export const STEP_PARAMETER = 'step';

type SignUpStep = (typeof STEPS)[number];

export const parseSignUpStep = (parameters: URLSearchParams): SignUpStep =>
  STEPS.find((step) => step === parameters.get(STEP_PARAMETER)) ?? 'welcome';

export const stepPath = (step: SignUpStep): string =>
  step === 'welcome' ? PATHS.signUp : `${PATHS.signUp}?${STEP_PARAMETER}=${step}`;
