import { createObjectStore } from '@frostline/object-store'
import { createSource, getBucketAudit, startBucketAudit } from '@frostline/services'
import type { ReplicatedLab } from '@frostline/services/testing'
import { expect } from 'vitest'

export type SharedStore = Awaited<ReturnType<typeof openSharedStore>>

/** The bucket in which the cold disks of the replicas lie, past the product, and a source that reaches it. */
export async function openSharedStore(lab: ReplicatedLab) {
  const { store } = lab.replicas
  if (!store) throw new Error('Nobody said where the cold disks of these replicas lie.')
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store
  const access = { endpoint, region, accessKeyId, secretAccessKey }
  const objects = createObjectStore(access)
  const source = await createSource(lab.as('admin'), {
    ...{ name: 'The bucket of the cold disks', buckets: [bucket], auth: 'keys', ...access },
  })
  const startAudit = () =>
    startBucketAudit(lab.as('operator'), {
      ...{ cluster: lab.cluster, sourceId: source.id, bucket, prefixes: [''], graceMinutes: 0 },
    })
  /** To its end, and what it has concluded. A worker has to run. */
  async function audit() {
    const { id } = await startAudit()
    const read = () => getBucketAudit(lab.as('viewer'), { id })
    await expect.poll(async () => (await read()).finishedAt, { timeout: 60_000 }).not.toBeNull()
    const ended = await read()
    expect({ status: ended.status, error: ended.error }).toEqual({ status: 'completed', error: null })
    return ended
  }
  return {
    ...{ bucket, objects, sourceId: source.id, startAudit },
    /** Sizes of the objects by key, as the store lists them: nothing that a server says. */
    async list(prefix = ''): Promise<Map<string, bigint>> {
      const found = new Map<string, bigint>()
      for await (const page of objects.list(bucket, { prefix }))
        for (const { key, sizeBytes } of page.objects) found.set(key, BigInt(sizeBytes))
      return found
    },
    /** One that judges all that was written before. While work is under way objects are left out, and it is done again. */
    async auditUpTo(since: Date): Promise<string> {
      for (;;) {
        const { id, obstacle, cutoffAt } = await audit()
        expect(obstacle).toBeNull()
        if (cutoffAt && cutoffAt > since) return id
      }
    },
    /** Which of these keys none of these nodes needs, by what they say of every file of theirs. */
    async findUnneeded(keys: Iterable<string>, nodes: readonly string[]): Promise<string[]> {
      const needed = await Promise.all(
        nodes.map((node) =>
          lab.ask<{ remote_path: string }>(
            node,
            'SELECT DISTINCT remote_path FROM system.remote_data_paths SETTINGS traverse_shadow_remote_data_paths = 1',
          ),
        ),
      )
      const known = new Set(needed.flat().map(({ remote_path }) => remote_path))
      return [...keys].filter((key) => !known.has(key)).sort()
    },
  }
}
