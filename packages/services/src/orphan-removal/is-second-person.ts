import type { OrphanRemoval } from '@frostline/db'
import type { Actor } from '../base/actor.ts'

/** A person in front of the console, and not the one who started it, in person or by a token. */
export function isSecondPerson({ requestedById }: OrphanRemoval, { type, id }: Actor): boolean {
  return type === 'user' && requestedById !== null && requestedById !== id
}
