import type { CheckedPart, ContentSum, DeepCheck } from './deep-check.ts'
import type { PartWitness, ProofVerdict } from './proof.ts'

export interface DeepCheckFacts {
  before: ContentSum | null
  after: ContentSum
  /** CHECK TABLE's answer for each part on the target. */
  checked: readonly CheckedPart[]
  /** The parts that hold the step's data now. */
  parts: readonly PartWitness[]
  proof: ProofVerdict
}

export interface DeepCheckJudgement {
  verdict: 'passed' | 'failed'
  comparison: NonNullable<DeepCheck['comparison']>
  /** Why it failed, or why before and after are not compared; null when both are equal. */
  reason: string | null
}

/**
 * Whether data that was read back from its new place is the data that was there before: every part passes CHECK TABLE,
 * every row can be read, and rows and checksum equal those from before wherever nothing changed the data in between.
 */
export function judgeDeepCheck(facts: DeepCheckFacts): DeepCheckJudgement {
  const { before, after, checked, proof } = facts
  const comparison = compareContent(facts)
  const failed = (reason: string): DeepCheckJudgement => ({ verdict: 'failed', comparison, reason })
  const broken = checked.filter((part) => !part.passed)
  const [first] = broken
  if (first)
    return failed(
      `CHECK TABLE found ${broken.length === 1 ? `part ${first.name}` : `${broken.length} parts, the first ${first.name},`} damaged: ${first.message || 'the server reports no reason'}`,
    )
  const rows = sumRows(facts.parts)
  if (BigInt(after.rows) !== rows)
    return failed(`${after.rows} of the ${rows} rows in the parts could be read back.`)
  if (before && comparison === 'differs')
    return failed(
      `The content differs: ${before.rows} rows with checksum ${before.checksum} before, ${after.rows} rows with checksum ${after.checksum} after.${
        proof === 'merged'
          ? ' Parts were merged meanwhile: a column TTL or an engine that rewrites rows in merges can explain this. Otherwise data was changed.'
          : ''
      }`,
    )
  if (comparison === 'equal') return { verdict: 'passed', comparison, reason: null }
  return {
    verdict: 'passed',
    comparison,
    reason: before
      ? 'Statements changed the data during the move, so the content before and after was not compared.'
      : 'There is no earlier checksum, so the content was not compared. The next check can compare it.',
  }
}

function compareContent({
  before,
  after,
  proof,
}: Pick<DeepCheckFacts, 'before' | 'after' | 'proof'>): DeepCheckJudgement['comparison'] {
  if (!before || (proof !== 'identical' && proof !== 'merged')) return 'not-comparable'
  return before.rows === after.rows && before.checksum === after.checksum ? 'equal' : 'differs'
}

export function sumRows(parts: readonly { rows: bigint }[]): bigint {
  return parts.reduce((sum, part) => sum + part.rows, 0n)
}

/** So much is read again at most when a crash loses the read under way; a larger part is read alone. */
const MAX_BYTES = 64n * 1024n * 1024n

const MAX_PARTS = 100

/** The parts that the next statement of a deep check sums up together: the first, and what fits beside it. */
export function takeDeepReadBatch<P extends Pick<PartWitness, 'bytesOnDisk'>>(left: readonly P[]): P[] {
  let bytes = 0n
  const end = left.findIndex((part, index) => {
    bytes += part.bytesOnDisk
    return index > 0 && (bytes > MAX_BYTES || index >= MAX_PARTS)
  })
  return end === -1 ? [...left] : left.slice(0, end)
}
