import type { TtlPart } from '../ttl-part.ts'

/** A part without any TTL information. */
export function makePart(overrides: Partial<TtlPart> = {}): TtlPart {
  return {
    ...{ name: 'p_1_1_0', partitionId: 'p', partition: 'p', disk: 'default' },
    ...{ rows: 10n, bytesOnDisk: 1_000n, files: 9n, addedFiles: 0n },
    ...{ moveInfo: new Map(), deleteInfo: null, rowInfo: new Map(), columnInfo: new Map() },
    ...{ wide: false, hasHiddenRows: false, computed: null, counted: null },
    ...overrides,
  }
}
