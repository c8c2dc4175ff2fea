/**
 * Loaded after the first paint. One chunk, because each file lengthens the service worker's list.
 */
export { ActivationRow } from './ActivationRow';
export { InstallNotice } from './InstallNotice';
export { LockCountdown } from './LockCountdown';
export { OutboxNotice } from './OutboxNotice';
export { UploadChip } from './UploadChip';
