import { type BenchTier, type ConformanceCheck, isDrivenRun } from '@frostline/domain'
import { runLooks } from '@/features/run/run-looks.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type BenchmarkSummary = RouterOutputs['benchmarks']['list']['benchmarks'][number]
export type TierBenchmark = RouterOutputs['benchmarks']['tiers']
export type DiskCheck = RouterOutputs['benchmarks']['conformance']
export type CheckResult = DiskCheck['checks'][number]
export type TierRun = TierBenchmark['runs'][number]
export type TierSummary = TierBenchmark['tiers'][number]
export type BenchTableFacts = RouterOutputs['benchmarks']['table']['data']

export const benchmarkLooks = runLooks({
  running: 'Measuring.',
  paused: 'Paused. Results are kept.',
  failed: 'Some measurements failed.',
  cancelled: 'Cancelled. Results are kept.',
})

export const tierWords: Record<BenchTier, { label: string; meaning: string }> = {
  hot: {
    label: 'Hot',
    meaning: 'From local disks. After the first run, from server memory.',
  },
  cold: { label: 'Cold', meaning: 'From object storage, bypassing all caches.' },
  'cache-first': {
    label: 'Cache, first run',
    meaning: 'From object storage through an empty cache.',
  },
  'cache-second': { label: 'Cache, second run', meaning: 'From the cache only.' },
}

export function isActiveBenchmark({ status }: Pick<BenchmarkSummary, 'status'>): boolean {
  return isDrivenRun(status)
}

export const checkWords: Record<ConformanceCheck, { label: string; meaning: string }> = {
  write: {
    label: 'Write',
    meaning: 'Inserts two partitions of four wide parts and checks that they are on the disk.',
  },
  read: { label: 'Read', meaning: 'Reads everything, bypassing all caches.' },
  'read-cached': {
    label: 'Read from the cache',
    meaning: 'A second read needs no requests to the store, according to its counters.',
  },
  check: { label: 'CHECK TABLE', meaning: 'The server verifies the checksum of every file.' },
  optimize: { label: 'OPTIMIZE', meaning: 'Merges the parts of each partition.' },
  update: { label: 'Mutation, UPDATE', meaning: 'Updates 10% of the rows.' },
  delete: { label: 'Mutation, DELETE', meaning: 'Deletes 10% of the rows.' },
  'lightweight-delete': { label: 'Lightweight delete', meaning: 'Deletes another 10% with a mask.' },
  detach: { label: 'Detach', meaning: 'Detaches a partition.' },
  attach: { label: 'Attach', meaning: 'Attaches it again, with all rows.' },
  'move-write': {
    label: 'Write through the policy',
    meaning: 'Inserts into a second table with a policy.',
  },
  'move-there': {
    label: 'Move to the other disk',
    meaning: 'Moves a partition to the other disk of the policy.',
  },
  'move-back': { label: 'Move back', meaning: 'Moves it back.' },
  'move-drop': { label: 'Drop the moved data', meaning: 'Drops the second table.' },
  drop: { label: 'DROP', meaning: 'Drops the table.' },
  left: { label: 'No leftover objects', meaning: 'All objects written by the tables are deleted.' },
}
