const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that aborts when somebody asks this process to stop (Ctrl-C, SIGTERM, a closed terminal). */
export function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const name of SIGNALS) process.on(name, () => controller.abort());
  return controller.signal;
}

/** Resolves when `signal` aborts; at once if it has. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
