import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'

/** Which of some settings this version has: one that it does not know fails a statement with Code 115. */
export const knownSettings = defineQuery({
  name: 'known_settings',
  params: z.object({ names: z.array(z.string()).min(1) }),
  row: z.object({ name: z.string() }),
  sql: 'SELECT name FROM system.settings WHERE has({names: Array(String)}, name)',
})
