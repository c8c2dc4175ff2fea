/** https://wicg.github.io/web-app-launch/#launchqueue-interface */
interface LaunchQueue {
  readonly setConsumer: (
    consumer: (params: { readonly targetURL?: string | null }) => void,
  ) => void;
}
const isQueue = (value: unknown): value is LaunchQueue =>
  typeof value === 'object' && value !== null && 'setConsumer' in value;

/**
 * From now on tells where the app is opened again, as from a shortcut of its icon, while this window is open: the system
 * brings the window to the front as it is, so nothing that was typed is lost.
 */
export function followLaunches(onLaunch: (target: URL) => void): void {
  if (!('launchQueue' in window) || !isQueue(window.launchQueue)) return;
  window.launchQueue.setConsumer(({ targetURL }) => {
    if (typeof targetURL === 'string' && URL.canParse(targetURL)) onLaunch(new URL(targetURL));
  });
}
