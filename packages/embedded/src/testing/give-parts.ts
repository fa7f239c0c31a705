import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Store } from '../s3-store/index.ts'
import { startGivenParts } from './start-given-parts.ts'

/** `node scripts/give-parts.mjs`: prints the variables, and keeps the parts until it is ended. */
const dataDir = await mkdtemp(join(tmpdir(), 'frostline-given-'))
const ended = new Promise((resolve) => {
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
})
const {
  GIVEN_S3_ENDPOINT: endpoint,
  GIVEN_S3_ACCESS_KEY_ID: accessKeyId = '',
  GIVEN_S3_SECRET_ACCESS_KEY: secretAccessKey = '',
} = process.env
const own = endpoint
  ? null
  : await startS3Store({
      ...{ dataDir: join(dataDir, 's3'), accessKeyId: 'given' },
      secretAccessKey: randomBytes(20).toString('hex'),
      buckets: ['nodes', 'frostline-test'],
    })
const store = own ?? { endpoint: endpoint ?? '', accessKeyId, secretAccessKey }
const parts = await startGivenParts(dataDir, { shards: Number(process.argv[2] ?? 2), store })
for (const [name, value] of Object.entries(parts.env)) console.log(`export ${name}='${value}'`)
await ended
await parts.stop()
await own?.stop()
await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
process.exit(0)
