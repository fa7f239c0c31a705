import { createObjectStore } from '@frostline/object-store'
import { createSource, getBucketAudit, startBucketAudit } from '@frostline/services'
import type { ReplicatedLab } from '@frostline/services/testing'
import { expect } from 'vitest'

export type SharedStore = Awaited<ReturnType<typeof openSharedStore>>

/** The bucket of the replicas' cold disks, bypassing the product, and a source that reaches it. */
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
  /** Waits for its end and returns its conclusion. Needs a running worker. */
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
    /** Sizes of the objects by key, as the store lists them, independent of any server. */
    async list(prefix = ''): Promise<Map<string, bigint>> {
      const found = new Map<string, bigint>()
      for await (const page of objects.list(bucket, { prefix }))
        for (const { key, sizeBytes } of page.objects) found.set(key, BigInt(sizeBytes))
      return found
    },
    /**
     * An audit that judges everything written before. While work is running objects are skipped, and it is repeated.
     */
    async auditUpTo(since: Date): Promise<string> {
      for (;;) {
        const { id, obstacle, cutoffAt } = await audit()
        expect(obstacle).toBeNull()
        if (cutoffAt && cutoffAt > since) return id
      }
    },
    /** Which of these keys none of these nodes needs, from their lists of files. */
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
