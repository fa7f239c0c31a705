import { z } from 'zod'
import type { PartWitness } from './proof.ts'

/** How a proof is stored and exported: JSON has no 64-bit integers, so they are decimal strings. */
const witnessJson = z.array(
  z.object({
    name: z.string(),
    rows: z.string().regex(/^\d+$/),
    bytesOnDisk: z.string().regex(/^\d+$/),
    disk: z.string(),
    hash: z.string(),
    minBlock: z.string().regex(/^-?\d+$/),
    maxBlock: z.string().regex(/^-?\d+$/),
    shared: z.literal(true).optional(),
  }),
)

export type WitnessJson = z.infer<typeof witnessJson>

export function encodeWitnesses(parts: readonly PartWitness[]): WitnessJson {
  return parts.map((part) => ({
    name: part.name,
    rows: part.rows.toString(),
    bytesOnDisk: part.bytesOnDisk.toString(),
    disk: part.disk,
    hash: part.hash,
    minBlock: part.minBlock.toString(),
    maxBlock: part.maxBlock.toString(),
    ...(part.shared ? { shared: true } : {}),
  }))
}

/** Throws where the stored value is not a proof: the ledger was changed by other hands. */
export function decodeWitnesses(json: unknown): PartWitness[] {
  return witnessJson.parse(json).map(({ shared, ...part }) => ({
    ...part,
    ...(shared ? { shared } : {}),
    rows: BigInt(part.rows),
    bytesOnDisk: BigInt(part.bytesOnDisk),
    minBlock: BigInt(part.minBlock),
    maxBlock: BigInt(part.maxBlock),
  }))
}
