import { listDisks } from '@frostline/clickhouse'
import type { NodeReader } from '../reading/node-reader.ts'

/** Disks of a node that read through a cache. */
export async function readCachedDisks(reader: Pick<NodeReader, 'ask'>): Promise<string[]> {
  const disks = await reader.ask(listDisks, {})
  return disks.filter(({ cache_path }) => cache_path !== '').map(({ name }) => name)
}
