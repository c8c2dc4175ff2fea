export { VerificationQueue as default } from './VerificationQueue';
