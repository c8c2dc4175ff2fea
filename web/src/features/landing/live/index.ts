export { startCountdown } from './countdown';
export { startEmbeddedNotice } from './embedded';
export { startHandleCheck } from './handleCheck';
export { startMenu } from './menu';
export { startRecord } from './record';
export { startStickyAction } from './stickyAction';
