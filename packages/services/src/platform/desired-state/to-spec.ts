import type { Json } from '@frostline/domain'

/** Values of the ledger as they are in a file. */
export function toSpec(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json
}
