export { api } from './http/served';
export { publishSignal } from './jobs/publishSignal';
export { settleSignals } from './jobs/settleSignals';
export { syncAccessClaims } from './jobs/syncAccessClaims';
