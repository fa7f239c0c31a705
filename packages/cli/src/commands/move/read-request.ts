import type { Operations } from '../../api/client.ts'
import { CliError } from '../../exit-codes.ts'
import { readMoment, readSize, readTableName } from '../../format/read-values.ts'

export type MoveRequest = Operations['POST /tier-migrations']['body']

export interface GoalOptions {
  to?: string
  olderThan?: string
  newerThan?: string
  partition?: string[]
  align?: 'most-bytes' | 'coldest'
  deepCheck?: boolean
  optimizeFirst?: boolean
  rate?: string
  concurrency?: number
}

/** The plan that the options describe. */
export function readMoveRequest(
  cluster: string,
  table: string,
  options: GoalOptions,
  now: Date,
): MoveRequest {
  const { to, deepCheck, optimizeFirst, rate, concurrency } = options
  const goal = readGoal(options, now)
  if (goal.kind === 'align-replicas' ? to !== undefined : to === undefined)
    throw new CliError(
      'usage',
      to === undefined ? 'The target volume is missing.' : '--align chooses the volumes itself.',
      to === undefined
        ? 'Add --to with a volume of the storage policy, such as --to cold.'
        : 'Leave out --to.',
    )
  const limits = {
    ...(concurrency === undefined ? {} : { concurrencyPerReplica: concurrency }),
    ...(rate === undefined ? {} : { bandwidthBytesPerSecond: readSize(rate) }),
  }
  return {
    ...{ cluster, ...readTableName(table), goal },
    ...(to === undefined ? {} : { targetVolume: to }),
    ...(deepCheck ? { deepCheck } : {}),
    ...(optimizeFirst ? { optimizeFirst } : {}),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
  }
}

function readGoal({ olderThan, newerThan, partition, align }: GoalOptions, now: Date): MoveRequest['goal'] {
  const given = [olderThan, newerThan, partition, align].filter((each) => each !== undefined)
  if (given.length !== 1)
    throw new CliError(
      'usage',
      given.length === 0 ? 'What to move is missing.' : 'Several choices of what to move.',
      'Give one of --older-than, --newer-than, --partition and --align.',
    )
  if (olderThan !== undefined) return { kind: 'older-than', before: readMoment(olderThan, now) }
  if (newerThan !== undefined) return { kind: 'newer-than', from: readMoment(newerThan, now) }
  if (partition !== undefined) return { kind: 'partitions', partitionIds: partition }
  return { kind: 'align-replicas', to: align ?? 'most-bytes' }
}
