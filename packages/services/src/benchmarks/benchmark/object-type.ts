import type { Benchmark } from '@frostline/db'

/** The audit's object type of a benchmark: each kind has a page of its own. */
export const benchmarkObjectTypes: Record<Benchmark['kind'], string> = {
  tiers: 'tier-benchmark',
  conformance: 'disk-check',
  replay: 'replay',
  disk: 'disk-benchmark',
}
