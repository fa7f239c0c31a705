import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/** The cores that the server may use, as it sees them itself: inside of a container those of its limit. */
export const coresExpression = `toUInt64(extract(toString(getSetting('max_threads')), '\\\\d+'))`

export const nodeCores = defineQuery({
  name: 'node_cores',
  params: z.object({}),
  row: z.object({ cores: uint64 }),
  sql: `SELECT ${coresExpression} AS cores`,
})
export type NodeCoresRow = RowOf<typeof nodeCores>
