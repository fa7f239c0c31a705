import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Store } from '@frostline/embedded'
import { fillStoreFolder } from '@frostline/embedded/testing'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import { createSource, startLoad } from '@frostline/services'
import { openLoadLab } from '../src/testing/load-lab.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const objects = 100_000
const rounds = 3
const bucket = 'large-bucket'

/** A load of 100,000 objects from the click to its stored manifest, against listing them alone. */
export async function benchManifest(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'frostline-bench-'))
  fillStoreFolder(
    folder,
    bucket,
    Array.from({ length: objects }, (_, index) => `flat/${String(index).padStart(6, '0')}.csv`),
    100,
  )
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const store = await startS3Store({ dataDir: folder, ...keys })
  const bare = createObjectStore({ endpoint: store.endpoint, region: 'us-east-1', ...keys })
  const lab = await openLoadLab({ shards: 3 })
  try {
    // Planning reads the first rows of the first object.
    await bare.put(bucket, 'flat/000000.csv', 'day,id,text\n2024-01-15,1,"one"\n')
    await lab.createTarget('many')
    const { id } = await createSource(
      { ...lab.loadCtx, actor: { ...lab.loadCtx.actor, role: 'admin' } },
      { name: 'many', endpoint: store.endpoint, buckets: [bucket], auth: 'keys', ...keys },
    )
    const ours: number[] = []
    const listed: number[] = []
    const before = process.memoryUsage().rss
    let mostBytes = 0
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, process.memoryUsage().rss - before)
    }, 20)
    for (let round = 0; round < rounds; round++) {
      listed.push(await time(() => listAll(bare)))
      ours.push(
        await time(() =>
          startLoad(lab.loadCtx, {
            cluster: lab.clusterId,
            source: { id, bucket, selection: { kind: 'glob', glob: 'flat/*.csv' } },
            read: {
              format: 'CSVWithNames',
              compression: 'none',
              columns: [
                { name: 'day', type: 'Date' },
                { name: 'id', type: 'UInt64' },
                { name: 'text', type: 'String' },
              ],
            },
            target: { database: 'lab', table: 'many_all' },
            mapping: ['day', 'id', 'text'].map((name) => ({ column: name, expression: name })),
          }),
        ),
      )
    }
    clearInterval(watch)
    const stored = await lab.db.loadFile.count()
    if (stored !== objects * rounds) throw new Error(`${stored} objects were stored`)
    return [
      {
        what: `plan of a load of ${objects.toLocaleString('en')} objects, stored, against their listing; memory ${Math.round(mostBytes / 1_048_576)} MiB`,
        ours: seconds(median(ours)),
        bare: seconds(median(listed)),
        ratio: median(ours) / median(listed),
        goal: '≤ 5 s, ≤ 300 MiB',
      },
    ]
  } finally {
    bare.close()
    await lab.close()
    await store.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listAll(store: ObjectStore): Promise<void> {
  let seen = 0
  for await (const page of store.list(bucket, { prefix: 'flat/' })) seen += page.objects.length
  if (seen !== objects) throw new Error(`${seen} objects were listed`)
}

async function time(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await action()
  return performance.now() - started
}
