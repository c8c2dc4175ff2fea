/** One chunk: the outbox and the submissions are read after the first paint. */
export { ActivationRow } from './ActivationRow';
export { LockCountdown } from './LockCountdown';
export { OutboxNotice } from './OutboxNotice';
export { UploadChip } from './UploadChip';
