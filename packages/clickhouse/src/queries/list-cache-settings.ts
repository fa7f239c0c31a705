import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'

/** Every column of system.filesystem_cache_settings as it is, since each version has others. One row a cache. */
export const listCacheSettings = defineQuery({
  name: 'list_cache_settings',
  params: z.object({}),
  row: z.looseObject({ cache_name: z.string() }),
  sql: 'SELECT * FROM system.filesystem_cache_settings ORDER BY cache_name',
})
