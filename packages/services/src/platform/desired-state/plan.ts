import { isInitial, type StateChange, toDocument } from '@frostline/domain'
import { stringify } from 'yaml'
import { authorize, authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { stateAdapters } from './kinds/index.ts'
import { preparePlan } from './prepare-plan.ts'
import { readState } from './read-state.ts'
import { type StatePlanInput, type StatePlanView, statePlanInput } from './schema.ts'
import type { DryRun } from './state-adapter.ts'
import { viewChange } from './views.ts'

/** Dry runs read clusters and buckets. A plan with very many changes is answered before a proxy gives up. */
const dryRunsMs = 45_000
const dryRunsAtOnce = 4

/** What an apply of the file would change. Changes nothing. @throws ServiceError `invalid` for a fault of the file. */
export async function planDesiredState(ctx: ServiceContext, given: StatePlanInput): Promise<StatePlanView> {
  const input = await authorizeInput(ctx, 'admin', statePlanInput, given)
  const { file, plan, fingerprint, newlyManaged, missingSecrets, skipped, needsApproval, newClusters } =
    await preparePlan(ctx, input)
  const end = performance.now() + dryRunsMs
  const tryChange = async (change: StateChange): Promise<DryRun> => {
    if (change.kind !== 'connection' && newClusters.includes(change.cluster ?? ''))
      return { notes: ['It is tried when the cluster is registered.'] }
    if (performance.now() > end) return notRun(change)
    return dryRun(ctx, change, plan.changes)
  }
  const runs = new Map<StateChange, DryRun>()
  const left = plan.changes.values()
  const takeTurns = async () => {
    for (const change of left) runs.set(change, await tryChange(change))
  }
  await Promise.all(Array.from({ length: dryRunsAtOnce }, takeTurns))
  const changes = plan.changes.map((change) => {
    const { notes, blocked, accept } = runs.get(change) ?? notRun(change)
    return {
      ...viewChange({
        ...change,
        blocked: change.blocked ?? blocked ?? null,
        ...(accept ? { accepts: accept } : {}),
      }),
      ...{ notes, accept: accept ?? null },
    }
  })
  return {
    ...{ file: file.name, observedAt: ctx.now(), fingerprint, changes, unchanged: plan.unchanged.length },
    ...{ newlyManaged, released: plan.released, missingSecrets, skipped, needsApproval },
  }
}

function notRun({ kind }: StateChange): DryRun {
  return { notes: stateAdapters[kind].preview ? ['Not tried: the dry runs of this plan took too long.'] : [] }
}

async function dryRun(
  ctx: ServiceContext,
  change: StateChange,
  plan: readonly StateChange[],
): Promise<DryRun> {
  if (change.blocked !== null || change.action === 'remove') return { notes: [] }
  try {
    return (await stateAdapters[change.kind].preview?.(ctx, change, plan)) ?? { notes: [] }
  } catch (error) {
    return { notes: [`The dry run failed. ${error instanceof Error ? error.message : String(error)}`] }
  }
}

const schemaLine = '# yaml-language-server: $schema='

/** What is, as a file: only what is not the default, in a stable order. A plan of it is empty. */
export async function exportDesiredState(ctx: ServiceContext, schemaUrl: string | null) {
  await authorize(ctx, 'admin')
  const leftOut: string[] = []
  const objects = (await readState(ctx, { wanted: 'all', leftOut }))
    .map(({ secrets: _, id: __, ...object }) => object)
    .filter((object) => !isInitial(object))
  const document = toDocument(objects)
  const head = [
    ...(schemaUrl === null ? [] : [`${schemaLine}${schemaUrl}\n`]),
    ...leftOut.map((text) => `# ${text.replaceAll(/\s+/g, ' ')}\n`),
  ].join('')
  const yaml = `${head}${stringify(document, { lineWidth: 0 })}`
  return { document, yaml, objects: objects.length, leftOut }
}
