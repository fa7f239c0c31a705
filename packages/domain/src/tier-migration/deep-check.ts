import { z } from 'zod'

const decimal = z.string().regex(/^\d+$/)

/** Rows and order-independent checksum of a step's parts, as one query saw them. Decimal strings: see witness-json. */
const contentSum = z.object({ rows: decimal, checksum: decimal, queryId: z.string() })
export type ContentSum = z.infer<typeof contentSum>

const checkedPart = z.object({ name: z.string(), passed: z.boolean(), message: z.string() })
export type CheckedPart = z.infer<typeof checkedPart>

/**
 * `equal` and `differs`: the content before and after. `not-comparable`: there is no sum from before, or the data
 * itself was changed in between.
 */
const contentComparison = z.enum(['equal', 'differs', 'not-comparable'])

/** What is kept of reading a step's data back. With `before` alone until the parts have arrived. */
export const deepCheckJson = z.object({
  before: contentSum.nullable(),
  after: contentSum.nullable().default(null),
  /** CHECK TABLE, part by part. */
  parts: z.array(checkedPart).default([]),
  checkQueryId: z.string().nullable().default(null),
  comparison: contentComparison.nullable().default(null),
  /** Why it failed, or why before and after were not compared. */
  reason: z.string().nullable().default(null),
  checkedAt: z.iso.datetime().nullable().default(null),
})
export type DeepCheck = z.infer<typeof deepCheckJson>
