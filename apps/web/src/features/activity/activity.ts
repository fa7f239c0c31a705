import { type RunKind, type RunKindFacts, runKinds } from '@frostline/domain'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { pageInCluster } from '../../navigation/page-in-cluster.ts'
import { runLooks } from '../run/run-looks.ts'

export type ActivityRun = RouterOutputs['runs']['list']['runs'][number]

export type LinkedRun = Pick<ActivityRun, 'kind' | 'name' | 'clusterSlug' | 'objectType' | 'objectId'>

export const activityKinds = Object.keys(runKinds) as RunKind[]
export const activityLooks = runLooks({ running: 'A worker is running it.' })

/** "Cache warm-up". */
export function titleOfKind(kind: RunKind): string {
  const { noun }: RunKindFacts = runKinds[kind]
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** "Cache warm-up of demo.trips". */
export function titleOfRun({ kind, name }: Pick<ActivityRun, 'kind' | 'name'>): string {
  return `${titleOfKind(kind)} ${runKinds[kind].preposition} ${name}`
}

export function pageOfRun(run: Pick<LinkedRun, 'clusterSlug' | 'objectType' | 'objectId'>) {
  return pageInCluster(run.clusterSlug, run.objectType, run.objectId)
}
