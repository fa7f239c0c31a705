// `npm run build`: web and worker, unless the build is of these very sources.
import { ensureBuilt } from './bootstrap.mjs'

await ensureBuilt()
