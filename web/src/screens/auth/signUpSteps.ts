import { PATHS } from '@quantalgo/contracts/core/paths';

export const STEPS = ['welcome', 'details', 'confirm'] as const;
/** The URL parameter of the step. */
export const STEP_PARAMETER = 'step';

type SignUpStep = (typeof STEPS)[number];

/** The step in the address; the first by default. */
export const stepOf = (parameters: URLSearchParams): SignUpStep =>
  STEPS.find((step) => step === parameters.get(STEP_PARAMETER)) ?? 'welcome';

/** Path of a step. */
export const pathOf = (step: SignUpStep): string =>
  step === 'welcome' ? PATHS.signUp : `${PATHS.signUp}?${STEP_PARAMETER}=${step}`;
