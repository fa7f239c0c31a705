import { formatBytes } from '@frostline/ui'

/** What a deep check costs, before a person asks for it. */
export function describeDeepCheck(bytes: bigint | undefined): string {
  const size = bytes === undefined ? 'every byte' : formatBytes(bytes)
  return `Reads ${size} once before the move, and twice back from the target after it: CHECK TABLE for each part, and a checksum of rows that must be equal. The checksum goes past the filesystem cache; CHECK TABLE goes through it and fills it. It keeps to the pace of the plan.`
}
