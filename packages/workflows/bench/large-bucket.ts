import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startS3Store } from '@frostline/embedded'
import { fillStoreFolder } from '@frostline/embedded/testing'
import { createObjectStore } from '@frostline/object-store'
import { type CreatePipelineInput, createSource } from '@frostline/services'
import { openLoadLab } from '../src/testing/load-lab.ts'

export const manyObjects = 100_000
const bucket = 'large-bucket'

/** A separate store with 100,000 objects of which the first is readable, a table, and a load of all into it. */
export async function openLargeBucket() {
  const folder = await mkdtemp(join(tmpdir(), 'frostline-bench-'))
  fillStoreFolder(
    folder,
    bucket,
    Array.from({ length: manyObjects }, (_, index) => `flat/${String(index).padStart(6, '0')}.csv`),
    100,
  )
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const store = await startS3Store({ dataDir: folder, ...keys })
  const bare = createObjectStore({ endpoint: store.endpoint, region: 'us-east-1', ...keys })
  const lab = await openLoadLab({ shards: 3 })
  const put = (key: string) => bare.put(bucket, key, 'day,id,text\n2024-01-15,1,"one"\n')
  // Planning reads the first rows of the first object.
  await put('flat/000000.csv')
  await lab.createTarget('many')
  const { id } = await createSource(
    { ...lab.loadCtx, actor: { ...lab.loadCtx.actor, role: 'admin' } },
    { name: 'many', endpoint: store.endpoint, buckets: [bucket], auth: 'keys', ...keys },
  )
  const load: Omit<CreatePipelineInput, 'name' | 'trigger' | 'startWith'> = {
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
  }
  return {
    lab,
    load,
    put,
    async list(): Promise<void> {
      let seen = 0
      for await (const page of bare.list(bucket, { prefix: 'flat/' })) seen += page.objects.length
      if (seen < manyObjects) throw new Error(`${seen} objects were listed`)
    },
    async close(): Promise<void> {
      bare.close()
      await lab.close()
      await store.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Milliseconds. */
export async function time(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await action()
  return performance.now() - started
}

/** Maximum memory growth of this process while the action runs, in MiB. */
export async function watchMemory(action: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss
  let maxBytes = 0
  const watch = setInterval(() => {
    maxBytes = Math.max(maxBytes, process.memoryUsage().rss - before)
  }, 20)
  try {
    await action()
  } finally {
    clearInterval(watch)
  }
  return Math.round(maxBytes / 1_048_576)
}

/**
 * The same without garbage, of which a process keeps as much as its machine allows: the live memory, in MiB. The action
 * takes longer meanwhile.
 */
export async function watchLiveMemory(action: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const readLive = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = readLive()
  let maxBytes = 0
  const watch = setInterval(() => {
    maxBytes = Math.max(maxBytes, readLive() - before)
  }, 50)
  try {
    await action()
  } finally {
    clearInterval(watch)
  }
  return Math.round(maxBytes / 1_048_576)
}
