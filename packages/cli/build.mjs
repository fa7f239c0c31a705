import { build } from 'esbuild'

/** One file without dependencies: it starts fast, and can be copied to a machine that has only Node.js. */
await build({
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
  // The argument parser is CommonJS and loads built-in modules with `require`, which an ES module lacks.
  banner: {
    js: "import { createRequire as createPackageRequire } from 'node:module'; const require = createPackageRequire(import.meta.url);",
  },
})
