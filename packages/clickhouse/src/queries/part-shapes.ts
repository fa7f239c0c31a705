import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { integer, uint64 } from '../query/scalars.ts'

/**
 * Active parts of one table by age and size: one row for each class that has any. The class of a value is how many
 * bounds it is above; bounds are decimal. Ages in seconds since the part was written.
 */
export const partShapes = defineQuery({
  name: 'part_shapes',
  params: z.object({
    ...{ database: z.string(), table: z.string() },
    ages: z.array(z.string()),
    sizes: z.array(z.string()),
  }),
  row: z.object({ age: integer, size: integer, parts: uint64, bytes: uint64 }),
  sql: `
SELECT
    arrayCount(bound -> part_age > toInt64(bound), {ages: Array(String)}) AS age,
    arrayCount(bound -> bytes_on_disk > toUInt64(bound), {sizes: Array(String)}) AS size,
    count() AS parts,
    sum(bytes_on_disk) AS bytes
FROM
(
    SELECT bytes_on_disk, toInt64(toUnixTimestamp(now())) - toInt64(toUnixTimestamp(modification_time)) AS part_age
    FROM system.parts
    WHERE database = {database: String} AND table = {table: String} AND active
)
GROUP BY age, size
ORDER BY age, size`,
})
