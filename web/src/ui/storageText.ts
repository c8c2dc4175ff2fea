export const SAVE_FAILED = 'It could not be saved on this device. Please try again.';
