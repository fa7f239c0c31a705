import { factsOfState, secretRefsOf } from '@frostline/domain'
import { describeAccepted, readAccepted } from '../../placement/ttl/loss-to-accept.ts'
import type { StateChangeView } from './schema.ts'
import type { StoredStateChange } from './state-adapter.ts'

const toText = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** A change for people: with references of secrets, never their values. */
export function viewChange(change: StoredStateChange): StateChangeView {
  const { address, kind, cluster, title, action, after, fields, newSecret, blocked } = change
  const removes = action === 'remove' || action === 'replace'
  const { accepts } = change
  const deletes = accepts ? `Merges delete ${describeAccepted(readAccepted(accepts))}.` : null
  return {
    ...{ address, kind, cluster, title, action, newSecret, blocked },
    secretRefs: [...new Set(Object.values(secretRefsOf(after)))],
    loss: removes ? (factsOfState(kind).loss ?? null) : deletes,
    fields: fields.map(({ path, before, after }) => ({ path, before: toText(before), after: toText(after) })),
  }
}
