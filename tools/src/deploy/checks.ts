import { ACCESS_CHECKS } from './access';
import { DATA_CHECKS } from './data';
import { type DeployCheck } from './deployment';
import { FUNCTION_CHECKS } from './functions';
import { HEADER_CHECKS } from './headers';
import { SETTING_CHECKS } from './settings';

/** All that must be so before anything is deployed. */
export const DEPLOY_CHECKS: readonly DeployCheck[] = [
  ...FUNCTION_CHECKS,
  ...DATA_CHECKS,
  ...ACCESS_CHECKS,
  ...HEADER_CHECKS,
  ...SETTING_CHECKS,
];
