/** One chunk, loaded after the first paint: each file of its own would lengthen the worker's list. */
export { ActivationRow } from './ActivationRow';
export { InstallNotice } from './InstallNotice';
export { LockCountdown } from './LockCountdown';
export { OutboxNotice } from './OutboxNotice';
export { UploadChip } from './UploadChip';
