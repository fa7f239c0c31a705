// `npm run bench`: ratios against bare SQL in the same run. See packages/workflows/bench.
import { runSource } from './run-source.mjs'

await runSource('packages/workflows/bench/main.ts')
