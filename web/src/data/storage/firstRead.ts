let note: () => void = () => undefined;

/** Settles once something that the device keeps has been read for a screen of this page. */
export const firstRead = new Promise<void>((resolve) => {
  note = resolve;
});

/** Notes that something has been read. */
export const noteRead = (): void => note();
