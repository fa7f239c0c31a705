import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { conformanceRows } from '../statements/conformance.ts'

const row = z.object({ rows: uint64, checksum: uint64 })
const sums = 'SELECT count() AS rows, sum(cityHash64(half, id, text)) AS checksum'

/** The content of a conformance check's table. Bypasses the caches, to read the disk itself. */
export const conformanceSums = defineQuery({
  name: 'conformance_sums',
  params: z.object({ database: z.string(), table: z.string() }),
  row,
  maxExecutionSeconds: 300,
  sql: ({ database, table }) =>
    `${sums} FROM ${qualifiedName(database, table)} SETTINGS enable_filesystem_cache = 0, use_query_cache = 0`,
})

/** The expected content, calculated without a disk. */
export const expectedConformanceSums = defineQuery({
  name: 'expected_conformance_sums',
  params: z.object({
    count: z.number(),
    updated: z.boolean(),
    deleted: z.boolean(),
    lightly_deleted: z.boolean(),
    first_half: z.boolean(),
  }),
  row,
  maxExecutionSeconds: 300,
  sql: `
SELECT count() AS rows, sum(cityHash64(half, id, shown)) AS checksum
FROM
(
    SELECT toUInt8(half) AS half, id, if({updated: Bool} AND id % 10 = 0, 'updated', text) AS shown
    FROM (SELECT ${conformanceRows} FROM numbers({count: UInt64}))
    WHERE NOT ({deleted: Bool} AND id % 10 = 1) AND NOT ({lightly_deleted: Bool} AND id % 10 = 2)
        AND ({first_half: Bool} OR half = 1)
)`,
})
