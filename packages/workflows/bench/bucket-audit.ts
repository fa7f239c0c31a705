import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Store } from '@frostline/embedded'
import { fillStoreFolder } from '@frostline/embedded/testing'
import { createObjectStore } from '@frostline/object-store'
import { createSource, getBucketAudit } from '@frostline/services'
import { openBucketLab, randomObjectName } from '../src/testing/bucket-lab.ts'
import { time, watchMemory } from './large-bucket.ts'
import { type BenchRow, seconds } from './print-table.ts'

const OBJECTS = 200_000
const FILES = 50_000
const BUCKET = 'audited-bucket'

/**
 * An audit over 200,000 objects and 50,000 files, compared with one listing of the bucket and two bare reads of the
 * files' paths. The files are those of a table that was frozen repeatedly; their objects are in the bucket only by key.
 */
export async function benchBucketAudit(): Promise<BenchRow[]> {
  const lab = await openBucketLab({ shards: 1 })
  const folder = await mkdtemp(join(tmpdir(), 'frostline-bench-'))
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  await lab.createCold('often_frozen', 100)
  const live = new Set(await lab.listLive())
  for (let files = live.size, round = 0; files < FILES; files += live.size, round++)
    await lab.runAll(`ALTER TABLE lab.often_frozen FREEZE WITH NAME 'round ${round}'`)
  const orphans = Array.from({ length: OBJECTS - live.size }, () => `demo/${randomObjectName()}`)
  fillStoreFolder(folder, BUCKET, [...live, ...orphans])
  const store = await startS3Store({ dataDir: folder, ...keys })
  const bare = createObjectStore({ endpoint: store.endpoint, region: 'us-east-1', ...keys })
  try {
    const source = await createSource(lab.asRole('admin'), {
      ...{ name: 'audited', endpoint: store.endpoint, buckets: [BUCKET], auth: 'keys', ...keys },
    })
    const readPaths = () =>
      lab.ask(
        lab.first,
        `SELECT count(), uniq(remote_path) FROM system.remote_data_paths WHERE disk_name = 'cold'
        SETTINGS traverse_shadow_remote_data_paths = 1`,
      )
    const bareMs = await time(async () => {
      let seen = 0
      for await (const page of bare.list(BUCKET)) seen += page.objects.length
      if (seen !== OBJECTS) throw new Error(`${seen} objects were listed`)
      await readPaths()
      await readPaths()
    })
    const { id } = await lab.start({ sourceId: source.id, bucket: BUCKET })
    let ours = 0
    const memory = await watchMemory(async () => {
      ours = await time(() => lab.drive(id))
    })
    const { findings, status, nodes } = await getBucketAudit(lab.asRole('viewer'), { id })
    if (status !== 'completed' || findings.orphans.count !== orphans.length)
      throw new Error(`The audit is ${status} with ${findings.orphans.count} orphans.`)
    const files = nodes[0]?.files.toLocaleString('en')
    const what = `audit of a bucket, ${OBJECTS.toLocaleString('en')} objects, ${files} files`
    return [
      {
        ...{ what, ours: seconds(ours), bare: seconds(bareMs), ratio: ours / bareMs },
        goal: 'listing and two readings',
      },
      {
        ...{
          what: 'memory of the worker for it, at the most',
          ours: `${memory} MiB`,
          bare: '—',
          ratio: null,
        },
        goal: 'the same for millions',
      },
    ]
  } finally {
    bare.close()
    await lab.close()
    await store.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
