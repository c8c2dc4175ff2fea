export { api } from './http/served';
export { deliverMail } from './jobs/deliverMail';
export { inspectProof } from './jobs/inspectProof';
export { publishSignal } from './jobs/publishSignal';
export { retryMail } from './jobs/retryMail';
export { settleSignals } from './jobs/settleSignals';
export { expireRegistrations, removeOrphans } from './jobs/sweep';
export { syncAccessClaims } from './jobs/syncAccessClaims';
