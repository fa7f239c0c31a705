import type { CacheTask } from '@frostline/domain'
import { formatCountOf } from '@frostline/ui'
import type { Look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type CacheSchedule = RouterOutputs['cacheSchedules']['list']['schedules'][number]
export type CacheScheduleRun = RouterOutputs['cacheSchedules']['runs']['runs'][number]

export const runLooks: Record<CacheScheduleRun['status'], Look> = {
  due: { tone: 'accent', word: 'due', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'The warm-up is running.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Completed.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Partly completed.' },
  skipped: { tone: 'neutral', word: 'skipped', live: false, meaning: 'Skipped.' },
}

export function stateLook({ enabled, stoppedReason, ownerFault }: CacheSchedule): Look {
  if (stoppedReason !== null) return { tone: 'danger', word: 'stopped', live: false, meaning: stoppedReason }
  if (!enabled) return { tone: 'neutral', word: 'disabled', live: false, meaning: 'Disabled.' }
  if (ownerFault !== null) return { tone: 'warn', word: 'enabled', live: false, meaning: ownerFault }
  return { tone: 'ok', word: 'enabled', live: false, meaning: 'Enabled.' }
}

/** Such as "Warm up demo.trips, the newest 3 partitions". */
export function describeTask(task: CacheTask): string {
  if (task.kind === 'drop') {
    const what = task.table ? `${task.table.database}.${task.table.table} from ${task.cache}` : task.cache
    return `Drop ${what}${task.nodes ? ` on ${task.nodes.join(', ')}` : ''}`
  }
  const { database, table, partitions, columns, replicas } = task.spec
  const which =
    partitions.kind === 'all'
      ? 'all partitions'
      : partitions.kind === 'newest'
        ? `the newest ${formatCountOf(partitions.count, 'partition')}`
        : formatCountOf(partitions.ids.length, 'chosen partition')
  return `Warm up ${database}.${table}, ${which}${columns ? `, ${formatCountOf(columns.length, 'column')}` : ''}${replicas === 'one' ? ', on one replica of each shard' : ''}`
}
