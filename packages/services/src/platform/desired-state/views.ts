import type { StateChange } from '@frostline/domain'
import type { StateChangeView } from './schema.ts'

const toText = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** A change as people read it. It has references of secrets, never their values. */
export function viewChange({
  address,
  kind,
  title,
  action,
  fields,
  newSecret,
  blocked,
}: StateChange): StateChangeView {
  return {
    ...{ address, kind, title, action, newSecret, blocked },
    fields: fields.map(({ path, before, after }) => ({ path, before: toText(before), after: toText(after) })),
  }
}
