/** Names what the browser is asked to wake the service worker for once there is a network. */
export const OUTBOX_TAG = 'outbox';

/** The `type` of the message by which the worker has a page send what waits. */
export const SEND_OUTBOX = 'send-outbox';
