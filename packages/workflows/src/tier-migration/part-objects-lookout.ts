import { listDisks, type PartObjectsRow, partObjects, QueryFailedError } from '@frostline/clickhouse'
import { findVolume, type StoragePolicy } from '@frostline/domain'
import { type ConnectedNode, chooseS3Disks } from '@frostline/services'

interface Look {
  partitions: Set<string>
  rows: Promise<PartObjectsRow[]>
}

/**
 * Asks nodes in which objects parts lie. An answer costs the server the metadata of all files of the disk, so a node has one
 * look under way at a time, and all partitions that are asked for meanwhile share the next one.
 */
export class PartObjectsLookout {
  readonly #underWay = new Map<string, Promise<unknown>>()
  readonly #next = new Map<string, Look>()
  /** Nodes with so many files that a look takes too long: they are not asked again. */
  readonly #tooLarge = new Map<string, QueryFailedError>()

  /** By name of the part. Throws QueryFailedError where the node cannot be asked. */
  async look(
    node: ConnectedNode,
    table: { uuid: string; policy: StoragePolicy; volume: string },
    partitionId: string,
  ): Promise<Map<string, PartObjectsRow>> {
    const joined = this.#next.get(node.name)
    joined?.partitions.add(partitionId)
    const look = joined ?? this.#begin(node, table, partitionId)
    const rows = await look.rows
    return new Map(
      rows.flatMap((row) => (row.part.startsWith(`${partitionId}_`) ? [[row.part, row] as const] : [])),
    )
  }

  #begin(
    node: ConnectedNode,
    { uuid, policy, volume }: { uuid: string; policy: StoragePolicy; volume: string },
    partitionId: string,
  ): Look {
    const partitions = new Set([partitionId])
    const before = this.#underWay.get(node.name) ?? Promise.resolve()
    const rows = before
      .catch(() => undefined)
      .then(async () => {
        this.#next.delete(node.name)
        const tooLarge = this.#tooLarge.get(node.name)
        if (tooLarge) throw tooLarge
        const all = (await node.client.query(listDisks, {})).rows
        const onVolume = new Set(findVolume(policy, volume)?.disks)
        const folders = new Set(all.flatMap(({ name, path }) => (onVolume.has(name) ? [path] : [])))
        const disks = chooseS3Disks(all).flatMap(({ name, path }) => (folders.has(path) ? [name] : []))
        if (disks.length === 0) return []
        try {
          const asked = { disks, uuid, partition_ids: [...partitions] }
          return (await node.client.query(partObjects, asked)).rows
        } catch (thrown) {
          if (thrown instanceof QueryFailedError && tookTooLong(thrown)) this.#tooLarge.set(node.name, thrown)
          throw thrown
        }
      })
    const look = { partitions, rows }
    this.#next.set(node.name, look)
    this.#underWay.set(node.name, rows)
    // Whoever asked hears of it; this promise is also kept for the order.
    rows.catch(() => undefined)
    return look
  }
}

/** By the server's limit (code 159) or by ours. */
function tookTooLong({ failure }: QueryFailedError): boolean {
  return failure.kind === 'refused'
    ? failure.error.code === 159
    : failure.kind === 'unknown' && failure.timedOut
}
