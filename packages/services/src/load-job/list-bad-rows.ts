import { collectedBadRows, tableIdentity } from '@frostline/clickhouse'
import { loadSpec } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { compareValues } from '../reading/compare.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { type BadRowsView, badRowsInput } from './job-schema.ts'
import { findLoad } from './load-run.ts'

/**
 * The first rows that a load collected, by object and row, from the nodes that hold them. They are rows of the bucket:
 * for those who may look into it.
 * @throws ServiceError `invalid` for a load that collects none.
 */
export async function listBadRows(
  ctx: ServiceContext,
  given: z.input<typeof badRowsInput>,
): Promise<BadRowsView> {
  await authorize(ctx, 'operator')
  const { id, limit, fresh } = parseInput(badRowsInput, given)
  const job = await findLoad(ctx.db, id)
  const { badRows } = loadSpec.parse(job.spec)
  if (badRows.kind !== 'collect')
    throw new ServiceError('invalid', 'This load does not save bad rows.', {
      hint: 'For the next load, choose to save bad rows in a table.',
    })
  const { database, table } = badRows.into
  const reading = await readCluster(ctx, { cluster: job.run.clusterId, fresh }, async (reader) => {
    const there = await reader.ask(tableIdentity, { database, table })
    return there.length === 0 ? [] : reader.ask(collectedBadRows, { database, table, job_id: id, limit })
  })
  const rows = reading.readings
    .flatMap(({ node, value }) =>
      value.map(({ object, row_number: rowNumber, reason, raw }) => ({
        node: node.name,
        object,
        rowNumber,
        reason,
        raw,
      })),
    )
    .toSorted((a, b) => compareValues(a.object, b.object) || compareValues(a.rowNumber, b.rowNumber))
    .slice(0, limit)
  return { ...reading.envelope, data: { database, table, rows } }
}
