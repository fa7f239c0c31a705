import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'

/** What a node makes of names of functions, in any case of letters. A name that it does not know has no row. */
export const knownFunctions = defineQuery({
  name: 'known_functions',
  params: z.object({ names: z.array(z.string()) }),
  row: z.object({ name: z.string(), alias_to: z.string(), built_in: flag, case_insensitive: flag }),
  sql: `
SELECT name, alias_to, origin = 'System' AS built_in, case_insensitive
FROM system.functions
WHERE has(arrayMap(x -> lower(x), {names: Array(String)}), lower(name))`,
})

/** A query in the engine's own spelling, read by its parser alone: escapes stand for line ends in names. Code 62: it is none. */
export const normalizedQuery = defineQuery({
  name: 'normalized_query',
  params: z.object({ query: z.string() }),
  row: z.object({ query: z.string() }),
  sql: 'SELECT formatQuerySingleLine({query: String}) AS query',
})
