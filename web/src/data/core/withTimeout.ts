/** Resolves to `otherwise` if the promise is still pending after `ms`. */
export function withTimeout<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
