import { listDisks, tableDiskSizes } from '@frostline/clickhouse'
import { objectsOfParts, type TierPrices } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { tableKey } from '../reading/table-sizes.ts'
import { askSharedTables } from './ask-shared-tables.ts'
import { createDiskPricing } from './disk-pricing.ts'
import { readPriceBook } from './read-price-book.ts'

/**
 * What a table's bytes cost on a local disk and on one on object storage, by the names that a node has for them; those of
 * their kind where no node knows the disk.
 */
export async function readTierPrices(
  ctx: ServiceContext,
  at: { cluster: string; database: string; table: string },
  disks: { hot: string | undefined; cold: string | undefined },
): Promise<{ prices: TierPrices; currency: string; shared: boolean }> {
  const { cluster, ...table } = at
  const { readings, cluster: known } = await readCluster(ctx, { cluster, fresh: false }, async (reader) => {
    const [rows, ownDisks, shared] = await Promise.all([
      reader.ask(tableDiskSizes, { ...table, include_system: true }),
      reader.ask(listDisks, {}),
      askSharedTables(reader),
    ])
    return { rows, disks: ownDisks, shared }
  })
  const { book } = await readPriceBook(ctx.db, known.id)
  const pricesOf = (name: string | undefined) => {
    const node = readings.find(({ value }) => value.disks.some((disk) => disk.name === name))
    return name === undefined || !node ? null : createDiskPricing(book, node.value.disks).pricesOf(name)
  }
  const [hot, cold] = [pricesOf(disks.hot), pricesOf(disks.cold)]
  const rows = readings.flatMap(({ value }) => value.rows)
  const bytes = rows.reduce((sum, row) => sum + Number(row.active_bytes), 0)
  const objects = rows.reduce(
    (sum, row) => sum + Number(objectsOfParts({ parts: row.active_parts, files: row.active_files })),
    0,
  )
  return {
    prices: {
      local: hot?.kind === 'local' ? hot : book.local,
      object: cold?.kind === 'object' ? cold : book.object,
      objectsPerByte: bytes === 0 ? 0 : objects / bytes,
    },
    currency: book.currency,
    shared: readings.some(({ value }) => value.shared.has(tableKey(at.database, at.table))),
  }
}
