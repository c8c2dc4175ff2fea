/** The landing page's only script: the app behind it is fetched once the page itself is done. */
addEventListener('load', () => {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
});
