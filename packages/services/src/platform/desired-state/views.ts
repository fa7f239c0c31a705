import { factsOfState, type StateChange, secretRefOf } from '@frostline/domain'
import type { StateChangeView } from './schema.ts'

const toText = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** A change for people: with references of secrets, never their values. */
export function viewChange(change: StateChange): StateChangeView {
  const { address, kind, cluster, title, action, after, fields, newSecret, blocked } = change
  const removes = action === 'remove' || action === 'replace'
  return {
    ...{ address, kind, cluster, title, action, newSecret, blocked },
    secretRef: secretRefOf(after),
    loss: removes ? (factsOfState(kind).loss ?? null) : null,
    fields: fields.map(({ path, before, after }) => ({ path, before: toText(before), after: toText(after) })),
  }
}
