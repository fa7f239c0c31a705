import { groupBy } from '@frostline/domain'
import { formatBytes, formatCountOf } from '@frostline/ui'
import type { MigrationStep, Preview } from '../status.ts'

type Grouped = Pick<MigrationStep, 'partitionId' | 'partition' | 'status' | 'plannedBytes' | 'movedBytes'>

/** Steps by partition for the table, with what its replicas have done. Nothing where no partition has several. */
export function groupByPartition<Step extends Grouped>(steps: readonly Step[]) {
  const groups = groupBy(steps, ({ partitionId }) => partitionId)
  if (groups.size === steps.length) return {}
  return {
    groupOf: ({ partitionId }: Step) => partitionId,
    groupHeader: (partitionId: string) => {
      const own = groups.get(partitionId) ?? []
      return <GroupLine steps={own} />
    },
  }
}

function GroupLine({ steps }: { steps: readonly Grouped[] }) {
  const done = steps.filter(({ status }) => status === 'completed').length
  const failed = steps.filter(({ status }) => status === 'failed').length
  const sum = (pick: (step: Grouped) => bigint) => steps.reduce((total, step) => total + pick(step), 0n)
  return (
    <>
      Partition <span className="font-mono">{steps[0]?.partition}</span>: {done} of{' '}
      {formatCountOf(steps.length, 'replica')} done{failed > 0 ? `, ${failed} failed` : ''},{' '}
      {formatBytes(sum(({ movedBytes }) => movedBytes))} of{' '}
      {formatBytes(sum(({ plannedBytes }) => plannedBytes))} arrived
    </>
  )
}

type Planned = Preview['steps'][number]

/** The same for steps before the start. */
export function groupPlanned(steps: readonly Planned[]) {
  const groups = groupBy(steps, ({ partitionId }) => partitionId)
  if (groups.size === steps.length) return {}
  return {
    groupOf: ({ partitionId }: Planned) => partitionId,
    groupHeader: (partitionId: string) => {
      const own = groups.get(partitionId) ?? []
      return (
        <>
          Partition <span className="font-mono">{own[0]?.partition}</span>:{' '}
          {formatCountOf(own.length, 'replica')},{' '}
          {formatBytes(own.reduce((sum, { totals }) => sum + totals.bytes, 0n))}
        </>
      )
    },
  }
}
