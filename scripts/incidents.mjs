// `npm run incidents`: incidents on real engines, and whether Explain finds their causes. See packages/workflows/incidents.
import { runSource } from './run-source.mjs'

await runSource('packages/workflows/incidents/main.ts')
