import { groupBy, isReplicated, type LoadQuorum } from '@frostline/domain'
import type { LoadTargetView } from './schema.ts'

/** How many replicas a batch is to be on: as the draft says, else as INSERT would by the profile of the account. */
export function chooseQuorum(
  chosen: number | undefined,
  nodes: readonly { shard: number }[],
  { landing, replicas }: LoadTargetView,
): LoadQuorum {
  const none = { replicas: 1, most: 1, asked: '', sequential: false, short: [] }
  if (!isReplicated(landing.engine)) return none
  const sizes = [...groupBy(nodes, ({ shard }) => String(shard)).values()].map((own) => own.length)
  const majority = Math.floor(Math.max(...sizes) / 2) + 1
  const byProfile = replicas.map(({ insertQuorum }) =>
    insertQuorum === 'auto' ? majority : Number(insertQuorum) || 1,
  )
  const wanted = chosen ?? Math.max(1, ...byProfile)
  const present = groupBy(replicas, ({ shard }) => String(shard))
  return {
    replicas: wanted,
    most: Math.min(...sizes),
    asked:
      chosen === undefined
        ? `The ClickHouse user inserts with a quorum of ${wanted} (insert_quorum)`
        : `The load requires a quorum of ${wanted}`,
    sequential: replicas.some(({ sequentialReads }) => sequentialReads),
    short: [...present.values()].flatMap((own) => {
      const active = own.filter(({ replication }) => replication && !replication.readOnly).length
      return active < wanted ? [{ shard: own[0].shard, active }] : []
    }),
  }
}
