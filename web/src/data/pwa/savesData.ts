/** Whether the device's owner asked to save data, where the browser tells it. */
export function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
