import { addressOf, type StateObject } from '@frostline/domain'

/** Of an object of a cluster. */
export function requireSlug(object: Pick<StateObject, 'kind' | 'cluster' | 'name'>): string {
  if (object.cluster === null) throw new Error(`${addressOf(object)} belongs to a cluster.`)
  return object.cluster
}
