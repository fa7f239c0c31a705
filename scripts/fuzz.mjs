// `npm run fuzz`: hostile inputs to every procedure of a separate installation. See packages/api/src/testing/fuzz.
import { runSource } from './run-source.mjs'

await runSource('packages/api/src/testing/fuzz/main.ts')
