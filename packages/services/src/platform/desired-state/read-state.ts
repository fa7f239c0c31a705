import { addressOf, sortObjects, stateKindNames, withSecretRefs } from '@frostline/domain'
import { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { stateAdapters } from './kinds/index.ts'
import type { PresentObject, ReadScope } from './state-adapter.ts'

/**
 * The present state of everything that a file can describe. Secrets are references.
 * @throws ServiceError `unreachable` where something of `wanted` cannot be read.
 */
export async function readState(ctx: ServiceContext, scope: ReadScope): Promise<PresentObject[]> {
  const rows = await ctx.db.managedObject.findMany({ select: { address: true, secretRefs: true } })
  const refs = new Map(
    rows.map(({ address, secretRefs }) => [address, z.record(z.string(), z.string()).parse(secretRefs)]),
  )
  const objects: PresentObject[] = []
  for (const kind of stateKindNames) objects.push(...(await stateAdapters[kind].read(ctx, scope)))
  return sortObjects(objects).map((object) => withRefs(object, refs.get(addressOf(object)) ?? {}))
}

/** The references of the file that manages it, else names that the file may use. */
function withRefs(object: PresentObject, known: Readonly<Record<string, string>>): PresentObject {
  const places = Object.keys(object.secrets ?? {})
  if (places.length === 0) return object
  const refs = places.map((place) => [place, known[place] ?? nameOf(object, place)])
  return { ...object, spec: withSecretRefs(object.spec, Object.fromEntries(refs)) }
}

function nameOf({ kind, cluster, name }: PresentObject, place: string): string {
  const words = [kind, cluster ?? '', name, ...place.split('.').slice(0, -1)]
    .filter(Boolean)
    .map((word) => word.toUpperCase().replace(/[^A-Z0-9]+/g, '_'))
  return `env:${words.join('_')}`
}
