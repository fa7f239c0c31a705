import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Replay = RouterOutputs['benchmarks']['replay']
export type ReplayTargetResult = Replay['targets'][number]
export type ReplayForm = Replay['forms'][number]
export type ReplayPass = Replay['passes'][number]
export type ReplayRun = RouterOutputs['benchmarks']['replayRuns']['runs'][number]
export type ReplayLook = RouterOutputs['benchmarks']['replayLook']['data']
export type LookedForm = ReplayLook['forms'][number]
export type ReplayInput = RouterInputs['benchmarks']['startReplay']
export type TargetKey = ReplayTargetResult['target']

export const quantileLabels = {
  p50: 'p50',
  p75: 'p75',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  p999: 'p99.9',
} as const
export type QuantileKey = keyof typeof quantileLabels
export const quantileKeys = Object.keys(quantileLabels) as QuantileKey[]

const cacheWords = { 'as-server': null, use: 'through caches', bypass: 'bypassing caches' } as const

/** What distinguishes a target, in one line. */
function nameTarget(target: Replay['spec']['targets'][number]): string {
  const { clusterName, route, caches, database, settings } = target
  return [
    route.kind === 'node' ? `${clusterName} / ${route.node}` : clusterName,
    cacheWords[caches],
    database === null ? null : `database ${database}`,
    ...settings.map(({ name, value }) => `${name} = ${value}`),
  ]
    .filter((text) => text !== null)
    .join(', ')
}

/** Each target with its letter, in the order of the replay. */
export function listTargets({
  spec,
}: Pick<Replay, 'spec'>): { key: TargetKey; letter: string; name: string }[] {
  const keys: readonly TargetKey[] = ['a', 'b']
  return spec.targets.flatMap((target, index) => {
    const key = keys[index]
    return key ? [{ key, letter: key.toUpperCase(), name: nameTarget(target) }] : []
  })
}
