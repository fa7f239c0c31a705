import { addressOf, type Json, sortObjects, stateKindNames } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { stateAdapters } from './kinds/index.ts'
import type { PresentObject, ReadScope } from './state-adapter.ts'

/**
 * The present state of everything that a file can describe. Secrets are references.
 * @throws ServiceError `unreachable` where something of `wanted` cannot be read.
 */
export async function readState(ctx: ServiceContext, scope: ReadScope): Promise<PresentObject[]> {
  const rows = await ctx.db.managedObject.findMany({ select: { address: true, secretRef: true } })
  const refs = new Map(rows.map(({ address, secretRef }) => [address, secretRef]))
  const objects: PresentObject[] = []
  for (const kind of stateKindNames) objects.push(...(await stateAdapters[kind].read(ctx, scope)))
  return sortObjects(objects).map((object) => withSecretRef(object, refs.get(addressOf(object)) ?? null))
}

/** The reference of the file that manages it, else a name that the file may use. */
function withSecretRef(object: PresentObject, known: string | null): PresentObject {
  if (!object.openSecret) return object
  const words = [object.kind, object.cluster ?? '', object.name]
    .filter(Boolean)
    .map((word) => word.toUpperCase().replace(/[^A-Z0-9]+/g, '_'))
  return {
    ...object,
    spec: { ...(object.spec as Record<string, Json>), secret: known ?? `env:${words.join('_')}` },
  }
}
