import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { frozenPrototype } from "./frozen-prototype.ts";

export default defineConfig({
  plugins: [svelte(), svelteTesting(), frozenPrototype()],
  // A test compares the words of the window with those of the documentation.
  server: { port: 1420, strictPort: true, fs: { allow: [".", "../docs"] } },
  build: {
    outDir: "dist",
    // A style sheet that comes later costs the web view all its fonts anew.
    cssCodeSplit: false,
    // The oldest web view that a supported system brings: WebKitGTK 2.40 on Debian 12, Safari 16.4.
    target: ["safari16.4", "chrome111"],
    // The content security policy allows no `data:` address, so nothing may be inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
    // Nothing takes so long; a shared machine may.
    testTimeout: 30_000,
    // Read by the test of contrasts; other style sheets are empty there.
    css: { include: /tokens\.css/ },
  },
});
