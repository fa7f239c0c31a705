import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from 'esbuild'

/** Entry programs. Our own packages are sources and go into the bundle; all others stay in node_modules. */
const { outputFiles } = await build({
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
  write: false,
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

// Programs may start from these files meanwhile: each is whole at any moment, and left alone where it is the same.
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, contents)
  renameSync(`${path}.new`, path)
}
