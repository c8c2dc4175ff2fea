export const SAVE_FAILED = 'Couldn’t save on this device. Please try again.';
