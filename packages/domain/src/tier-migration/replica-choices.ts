import { z } from 'zod'

/** Longer is no limit that a person waits for: a month of minutes is written as none. */
const LONGEST_WAIT_SECONDS = 30 * 86_400

/**
 * What becomes of replicas of a replicated table that are not as they should be.
 *
 * - `refuse`: while the plan is made, no plan. What comes later is waited for.
 * - `wait`: its steps are planned, and end when the replica has the parts of its shard.
 * - `leave`: no steps on a replica that is away or read-only; the steps of one that is behind end without the parts that it
 *   has not fetched, and say how many.
 */
export const replicaChoices = z.object({
  behind: z
    .enum(['wait', 'leave', 'refuse'])
    .optional()
    .describe('A replica that has not fetched parts of its shard. Default: wait.'),
  readOnly: z
    .enum(['wait', 'leave', 'refuse'])
    .optional()
    .describe(
      'A read-only replica, whose missing parts are unknown. Default: wait. Its moves still run, unless replicas share the parts (zero-copy replication).',
    ),
  away: z
    .enum(['refuse', 'leave', 'wait'])
    .optional()
    .describe('A replica that cannot be reached during planning. Default: refuse.'),
  waitSeconds: z
    .number()
    .int()
    .min(1)
    .max(LONGEST_WAIT_SECONDS)
    .optional()
    .describe(
      'Max time that a step waits for its replica. Then it ends without the missing parts, or fails if the replica cannot be reached. Omitted: no limit.',
    ),
})
export type ReplicaChoices = z.infer<typeof replicaChoices>

/** With the defaults in their place. */
export function withDefaultChoices(choices: ReplicaChoices | undefined) {
  const { behind = 'wait', readOnly = 'wait', away = 'refuse', waitSeconds } = choices ?? {}
  return { behind, readOnly, away, waitSeconds }
}

/** A sentence for each choice that is not the default. */
export function describeReplicaChoices(choices: ReplicaChoices | undefined): string[] {
  const { behind, readOnly, away, waitSeconds } = withDefaultChoices(choices)
  return [
    behind === 'leave'
      ? 'Ends without parts that a replica has not fetched yet, and reports their number.'
      : null,
    behind === 'refuse' ? 'Makes no plan while a replica has not fetched all parts.' : null,
    readOnly === 'leave' ? 'Excludes read-only replicas.' : null,
    readOnly === 'refuse' ? 'Makes no plan while a replica is read-only.' : null,
    away === 'leave' ? 'Excludes replicas that cannot be reached.' : null,
    away === 'wait' ? 'Waits for replicas that cannot be reached.' : null,
    waitSeconds === undefined ? null : `Waits at most ${durationText(waitSeconds)} for a replica.`,
  ].filter((line) => line !== null)
}

/** In the largest unit that shows it without loss. */
export function durationText(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? [1, 'second']
  return `${seconds / size} ${name}${seconds === size ? '' : 's'}`
}
