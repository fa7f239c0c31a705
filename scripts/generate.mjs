// `npm run generate`: the database client from prisma/schema.prisma.
import { ensureGenerated, ensureInstalled } from './bootstrap.mjs'

await ensureInstalled()
await ensureGenerated()
