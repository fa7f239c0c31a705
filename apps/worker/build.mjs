import { build } from 'esbuild'

/** Entry programs. Our own packages are sources and go into the bundle; all others stay in node_modules. */
await build({
  entryPoints: ['main', 'setup', 'check-health'].map((name) => `src/${name}.ts`),
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'keep-packages-outside',
      setup({ onResolve }) {
        // Bare names, but neither files nor @frostline/*.
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@frostline/') ? undefined : { path, external: true },
        )
      },
    },
  ],
})
