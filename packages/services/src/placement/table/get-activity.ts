import {
  listDisks,
  listPartMoves,
  type PendingMutationRow,
  pendingMutations,
  runningMerges,
  runningMoves,
  tableIdentity,
} from '@frostline/clickhouse'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { toMerge } from '../../platform/reading/merge-view.ts'
import { hoursBefore, toFinishedMove, toRunningMove } from '../../platform/reading/move-views.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { toPlacedDisks } from '../../platform/reading/to-disk.ts'
import { listTierMigrations } from '../tier-migration/list.ts'
import { type GetTableActivityInput, getTableActivityInput, type TableActivity } from './activity-schema.ts'

/**
 * What is running on a table, and recent moves, ours and the server's.
 * @throws ServiceError `not_found`, `unreachable`.
 */
export async function getTableActivity(
  ctx: ServiceContext,
  given: GetTableActivityInput,
): Promise<TableActivity> {
  const input = await authorizeInput(ctx, 'viewer', getTableActivityInput, given)
  const at = { database: input.database, table: input.table }
  const since = hoursBefore(ctx.now(), input.hours)
  const reading = await readCluster(ctx, input, async (reader) => {
    const [identity, disks, merges, mutations, moving, moved] = await Promise.all([
      reader.ask(tableIdentity, at),
      reader.ask(listDisks, {}),
      reader.ask(runningMerges, at),
      reader.ask(pendingMutations, at),
      reader.ask(runningMoves, at),
      reader.askIfOffered(listPartMoves, { ...at, since, limit: input.limit }),
    ])
    if (identity.length === 0) return null
    return { placed: toPlacedDisks(disks), merges, mutations, moving, moved }
  })
  const present = requireTable(reading, at)
  const { migrations } = await listTierMigrations(ctx, { cluster: reading.cluster.id, ...at, limit: 20 })
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      merges: present.flatMap(({ node, value }) => value.merges.map((row) => toMerge(node.name, row))),
      mutations: present.flatMap(({ node, value }) =>
        value.mutations.map((row) => toMutation(node.name, row)),
      ),
      runningMoves: present.flatMap(({ node, value }) =>
        value.moving.map((row) => toRunningMove(node.name, row, value.placed)),
      ),
      recentMoves: present
        .flatMap(({ node, value }) =>
          (value.moved ?? []).map((row) => toFinishedMove(node.name, row, value.placed)),
        )
        .sort((a, b) => compareValues(b.finishedAt.getTime(), a.finishedAt.getTime()))
        .slice(0, input.limit),
      nodesWithoutMoveLog: present.filter(({ value }) => value.moved === null).map(({ node }) => node.name),
      tierMigrations: migrations,
    },
  }
}

function toMutation(node: string, row: PendingMutationRow): TableActivity['data']['mutations'][number] {
  return {
    node,
    mutationId: row.mutation_id,
    command: row.command,
    createdAt: row.create_time,
    partsToDo: row.parts_to_do,
    failedPart: row.latest_failed_part === '' ? null : row.latest_failed_part,
    failedAt: row.latest_fail_time,
    failure: row.latest_fail_reason === '' ? null : row.latest_fail_reason,
  }
}
