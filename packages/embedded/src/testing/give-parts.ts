import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Store } from '../s3-store/index.ts'
import { guardFolder } from './guard-folder.ts'
import { startGivenParts } from './start-given-parts.ts'

/** `node scripts/give-parts.mjs`: prints the variables, and keeps the parts running until it is ended. */
const ended = new Promise((resolve) => {
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
})
const dataDir = await mkdtemp(join(tmpdir(), 'frostline-given-'))
// A signal to the group also ends what is just being started: this program then fails, and removes nothing.
const unguard = guardFolder(dataDir)
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
unguard()
process.exit(0)
