import { isInitial, type StateChange, toDocument } from '@frostline/domain'
import { stringify } from 'yaml'
import { authorize, authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { stateAdapters } from './kinds/index.ts'
import { preparePlan } from './prepare-plan.ts'
import { readState } from './read-state.ts'
import { type StatePlanInput, type StatePlanView, statePlanInput } from './schema.ts'
import { viewChange } from './views.ts'

/** Dry runs read clusters and buckets. */
const MAX_DRY_RUNS = 20

/** What an apply of the file would change. Changes nothing. @throws ServiceError `invalid` for a fault of the file. */
export async function planDesiredState(ctx: ServiceContext, given: StatePlanInput): Promise<StatePlanView> {
  const input = await authorizeInput(ctx, 'admin', statePlanInput, given)
  const { file, plan, fingerprint, newlyManaged, missingSecrets, skipped, needsApproval } = await preparePlan(
    ctx,
    input,
  )
  const changes: StatePlanView['changes'] = []
  for (const [index, change] of plan.changes.entries())
    changes.push({ ...viewChange(change), notes: index < MAX_DRY_RUNS ? await dryRun(ctx, change) : [] })
  return {
    ...{ file: file.name, observedAt: ctx.now(), fingerprint, changes, unchanged: plan.unchanged.length },
    ...{ newlyManaged, released: plan.released, missingSecrets, skipped, needsApproval },
  }
}

async function dryRun(ctx: ServiceContext, change: StateChange): Promise<string[]> {
  if (change.blocked !== null || change.action === 'remove') return []
  try {
    return (await stateAdapters[change.kind].preview?.(ctx, change)) ?? []
  } catch (error) {
    return [`The dry run failed. ${error instanceof Error ? error.message : String(error)}`]
  }
}

const schemaLine = '# yaml-language-server: $schema='

/** What is, as a file: only what is not the default, in a stable order. A plan of it is empty. */
export async function exportDesiredState(ctx: ServiceContext, schemaUrl: string | null) {
  await authorize(ctx, 'admin')
  const objects = (await readState(ctx))
    .map(({ openSecret: _, id: __, ...object }) => object)
    .filter((object) => !isInitial(object))
  const document = toDocument(objects)
  const head = schemaUrl === null ? '' : `${schemaLine}${schemaUrl}\n`
  return { document, yaml: `${head}${stringify(document, { lineWidth: 0 })}`, objects: objects.length }
}
