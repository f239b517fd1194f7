import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The panel, built into `web/dist` and served by the service at `/app`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // What `light-dark()` needs: it follows the scheme chosen here, which a rewritten one could not.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    // Inlined files would be data: addresses, which the content security policy need not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
});
