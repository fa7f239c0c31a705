import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/** Named collections that the user may see on this node. Their values are hidden by the server. */
export const listNamedCollections = defineQuery({
  name: 'list_named_collections',
  params: z.object({}),
  row: z.object({ name: z.string(), keys: z.array(z.string()) }),
  sql: 'SELECT name, mapKeys(collection) AS keys FROM system.named_collections ORDER BY name',
})
export type NamedCollectionRow = RowOf<typeof listNamedCollections>
