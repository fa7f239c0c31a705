import { sizeText } from '../text/size-text.ts'
import { type Advice, adviceKey } from './advice.ts'
import { count } from './words.ts'

/** The queue of one Distributed table on one node at one time. */
export interface QueueSample {
  atMs: number
  files: bigint
  bytes: bigint
}

const minSamples = 3
const minSpanMs = 600_000

/**
 * A queue at its max of all samples that never became shorter. A queue that became shorter is being sent.
 * @param samples the oldest first; the last one is the present.
 */
export function adviseQueue(
  { node, database, table }: { node: string; database: string; table: string },
  samples: readonly QueueSample[],
): Advice | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || samples.length < minSamples) return null
  const spanMs = last.atMs - first.atMs
  const neverShorter = samples.every((sample, index) => sample.files >= (samples[index - 1]?.files ?? 0n))
  if (spanMs < minSpanMs || !neverShorter || last.bytes <= first.bytes) return null
  return {
    key: adviceKey('queue-growth', node, database, table),
    kind: 'queue-growth',
    subject: `${database}.${table}`,
    sentence: `${count(last.files, 'file')} with ${sizeText(last.bytes)} wait on ${node} to be sent to their shards. ${count(Math.round(spanMs / 60_000), 'minute')} ago it was ${sizeText(first.bytes)}.`,
    gain: { kind: 'bytes', bytes: last.bytes },
    plan: { kind: 'insert-queues' },
  }
}
