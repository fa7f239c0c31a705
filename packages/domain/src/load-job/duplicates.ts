import { z } from 'zod'
import { groupBy } from '../group-by.ts'
import type { StagedPart } from './decide-publish.ts'

/**
 * A replicated table leaves out parts whose content was attached to it before, and answers that all is well. What then:
 *
 * - `ask`: the load waits for a person to choose.
 * - `wait`: until the deduplication window has passed for each of them, then as `load`.
 * - `load`: the objects are staged anew, in parts with ids of their own, which the server takes for other content.
 * - `adopt`: nothing is loaded twice, where the table is proved to have the rows.
 */
export const duplicateRule = z.enum(['ask', 'wait', 'load', 'adopt'])
export type DuplicateRule = z.infer<typeof duplicateRule>

/** Staged parts of one partition that the table would leave out, as Keeper tells. */
export const duplicateParts = z.object({
  nodeName: z.string(),
  partitionId: z.string(),
  parts: z.array(z.object({ name: z.string(), rows: z.string(), hash: z.string() })).min(1),
  /** When the latest of them was attached. */
  arrivedAt: z.iso.datetime(),
  /** The part that it became then. */
  arrivedAs: z.string(),
  /** The load that brought it, where the ledger knows it. */
  arrivedBy: z.object({ jobId: z.string(), title: z.string() }).nullable(),
  /** Of the table on this node: for so long the server means to leave out equal content. */
  windowSeconds: z.number(),
})
export type DuplicateParts = z.infer<typeof duplicateParts>

/** What the server keeps of a part that was attached to a replicated table. */
export interface AttachedBlock {
  name: string
  part: string
  attachedAt: Date
}

/** The name of the block in Keeper under which ATTACH PARTITION FROM finds a part again. */
export function blockNameOf(partitionId: string, hash: string): string {
  return `${partitionId}_replace_from_${hash.toUpperCase()}`
}

/** Staged parts of one node whose content was attached before, by partition. */
export function findDuplicates(
  staged: readonly (StagedPart & { partitionId: string })[],
  blocks: readonly AttachedBlock[],
  on: { nodeName: string; windowSeconds: number },
): DuplicateParts[] {
  const blockOf = new Map(blocks.map((block) => [block.name, block]))
  const known = staged.flatMap((part) => {
    const block = blockOf.get(blockNameOf(part.partitionId, part.hash))
    return block ? [{ part, block }] : []
  })
  return [...groupBy(known, ({ part }) => part.partitionId)].map(([partitionId, own]) => {
    const last = own.reduce((a, b) => (b.block.attachedAt > a.block.attachedAt ? b : a)).block
    return {
      ...on,
      partitionId,
      parts: own.map(({ part: { name, rows, hash } }) => ({ name, rows: String(rows), hash })),
      arrivedAt: last.attachedAt.toISOString(),
      arrivedAs: last.part,
      arrivedBy: null,
    }
  })
}

/**
 * When the window has passed for all of them. Nothing comes of merely waiting for it: the server counts the window back from the
 * newest attached part, so without another ATTACH it never ends (26.7). After this moment equal content is meant to be
 * taken, so it is brought by the way that is not deduplicated.
 */
export function endOfWindow(found: readonly DuplicateParts[]): Date {
  return new Date(
    Math.max(...found.map(({ arrivedAt, windowSeconds }) => Date.parse(arrivedAt) + windowSeconds * 1000)),
  )
}

export type DuplicateDecision = { kind: 'ask' } | { kind: 'wait'; until: Date } | { kind: 'load' | 'adopt' }

/** What to do about parts that would be left out. */
export function decideDuplicates(
  rule: DuplicateRule,
  found: readonly DuplicateParts[],
  now: Date,
): DuplicateDecision {
  if (rule !== 'wait') return { kind: rule }
  const until = endOfWindow(found)
  return until > now ? { kind: 'wait', until } : { kind: 'load' }
}

/** What they are, for people: which, how much, since when. */
export function describeDuplicates(found: readonly DuplicateParts[]): string {
  const parts = found.flatMap((one) => one.parts)
  const rows = parts.reduce((sum, part) => sum + BigInt(part.rows), 0n)
  const [first] = found
  if (!first) return ''
  const where = `partition ${first.partitionId} on ${first.nodeName}${found.length > 1 ? ` and ${found.length - 1} more` : ''}`
  const by = first.arrivedBy ? ` by the load "${first.arrivedBy.title}"` : ''
  return `The table received the content of ${parts.length === 1 ? '1 part' : `${parts.length} parts`} of this batch (${rows} rows, ${where}) at ${first.arrivedAt}${by} and deduplicates it (replicated_deduplication_window_seconds = ${first.windowSeconds}).`
}
