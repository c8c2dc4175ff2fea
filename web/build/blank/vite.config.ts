import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
 * Builds a blank page with React, a router, a manifest and a service worker into `outDir`, at
 * `/blank/`. The budget compares the site's pages with it.
 */
export default defineConfig({
  root: resolvePath('..'),
  publicDir: false,
  plugins: [react(), pwa],
  build: {
    emptyOutDir: false,
    assetsDir: 'assets/blank',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: resolvePath('index.html') },
  },
});
