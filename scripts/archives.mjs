// `npm run archives`: random tables archived and restored, also while processes are killed. See packages/workflows/archives.
import { runSource } from './run-source.mjs'

await runSource('packages/workflows/archives/main.ts')
