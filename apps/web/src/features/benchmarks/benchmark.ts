import { activeBenchmarkStatuses, type BenchTier, type ConformanceCheck } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type BenchmarkSummary = RouterOutputs['benchmarks']['list']['benchmarks'][number]
export type TierBenchmark = RouterOutputs['benchmarks']['tiers']
export type DiskCheck = RouterOutputs['benchmarks']['conformance']
export type CheckResult = DiskCheck['checks'][number]
export type TierRun = TierBenchmark['runs'][number]
export type TierSummary = TierBenchmark['tiers'][number]
export type BenchTableLook = RouterOutputs['benchmarks']['table']['data']
export type TierBenchmarkInput = RouterInputs['benchmarks']['startTiers']

export const benchmarkLooks: Record<BenchmarkSummary['status'], Look> = {
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waits for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'It is being measured.' },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'What runs is being stopped.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'All of it was measured.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Not all of it could be measured.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped. What was measured stays.' },
}

export const tierWords: Record<BenchTier, { label: string; meaning: string }> = {
  hot: {
    label: 'Hot',
    meaning: 'From local disks. After the first run they come from the memory of the server.',
  },
  cold: { label: 'Cold', meaning: 'From object storage, past every cache.' },
  'cache-first': {
    label: 'Cache, first run',
    meaning: 'From object storage through a cache that has nothing of it.',
  },
  'cache-second': { label: 'Cache, second run', meaning: 'From the cache alone.' },
}

export function isActiveBenchmark({ status }: Pick<BenchmarkSummary, 'status'>): boolean {
  return activeBenchmarkStatuses.some((active) => active === status)
}

export const checkWords: Record<ConformanceCheck, { label: string; meaning: string }> = {
  write: { label: 'Write', meaning: 'Two partitions of four wide parts are inserted and lie on the disk.' },
  read: { label: 'Read', meaning: 'All of it is read, past every cache.' },
  'read-cached': {
    label: 'Read from the cache',
    meaning: 'A second reading needs the store no more, by its counters.',
  },
  check: { label: 'CHECK TABLE', meaning: 'The server compares every file with its checksum.' },
  optimize: { label: 'OPTIMIZE', meaning: 'The parts of each partition are merged into one.' },
  update: { label: 'Mutation, UPDATE', meaning: 'A tenth of the rows is changed.' },
  delete: { label: 'Mutation, DELETE', meaning: 'A tenth of the rows is deleted.' },
  'lightweight-delete': { label: 'Lightweight delete', meaning: 'Another tenth is deleted by a mask.' },
  detach: { label: 'Detach', meaning: 'A partition is taken out of the table.' },
  attach: { label: 'Attach', meaning: 'It comes back, with all its rows.' },
  'move-write': {
    label: 'Write by the policy',
    meaning: 'A second table is filled where its policy puts new parts.',
  },
  'move-there': { label: 'Move there', meaning: 'A partition goes to the other disk of the policy.' },
  'move-back': { label: 'Move back', meaning: 'It comes back to where it was.' },
  'move-drop': { label: 'Drop what was moved', meaning: 'The second table is dropped.' },
  drop: { label: 'DROP', meaning: 'The table is dropped.' },
  left: { label: 'Nothing left behind', meaning: 'Every object that the tables wrote is deleted.' },
}
