/** `?raw` is Vite's notation; esbuild has a loader for it. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
