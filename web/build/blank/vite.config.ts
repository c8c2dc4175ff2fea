import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The least that an installable, offline React app can be. */
const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'blank',
  filename: 'blank-sw.ts',
  injectRegister: false,
  manifestFilename: 'blank/manifest.webmanifest',
  manifest: {
    name: 'Blank',
    short_name: 'Blank',
    start_url: '/blank/',
    scope: '/blank/',
    display: 'standalone',
    theme_color: '#f7f8fa',
    icons: [{ src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' }],
  },
  injectManifest: {
    globPatterns: ['blank/*.html', 'assets/blank/*.js'],
    dontCacheBustURLsMatching: /^assets\//,
  },
});

/**
 * Puts a blank page with React, router, manifest and service worker at `/blank/` of the site that was built into `outDir`,
 * where the same server answers it with the same headers: what the site's own pages are measured beside.
 */
export default defineConfig({
  root: here('..'),
  publicDir: false,
  plugins: [react(), pwa],
  build: {
    emptyOutDir: false,
    assetsDir: 'assets/blank',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: here('index.html') },
  },
});
