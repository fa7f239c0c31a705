import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'

/** What the account of this session asks for when it inserts and reads. `auto` is the majority of all replicas. */
export const quorumSettings = defineQuery({
  name: 'quorum_settings',
  params: z.object({}),
  row: z.object({ insert_quorum: z.string(), sequential: flag }),
  sql: `
SELECT
    toString(getSetting('insert_quorum')) AS insert_quorum,
    toUInt8(getSetting('select_sequential_consistency') > 0) AS sequential`,
})
