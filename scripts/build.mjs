// `npm run build`: web and worker, if their sources have changed.
import { ensureBuilt } from './bootstrap.mjs'

await ensureBuilt()
