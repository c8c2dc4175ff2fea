/** A Markdown file as its text: `?raw` is Vite's notation, and esbuild has a loader for it. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
