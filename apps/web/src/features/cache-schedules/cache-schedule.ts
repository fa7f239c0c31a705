import type { CacheTask } from '@frostline/domain'
import { formatCountOf } from '@frostline/ui'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type CacheSchedule = RouterOutputs['cacheSchedules']['list']['schedules'][number]
export type CacheScheduleRun = RouterOutputs['cacheSchedules']['runs']['runs'][number]

export const runLooks: Record<CacheScheduleRun['status'], Look> = {
  due: look('accent', 'due', 'Waiting for a worker.', true),
  running: look('accent', 'running', 'The warm-up is running.', true),
  completed: look('ok', 'completed', 'Completed.'),
  failed: look('danger', 'failed', 'Partly completed.'),
  skipped: look('neutral', 'skipped', 'Skipped.'),
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
