import type { DiskStep } from '@frostline/domain'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type DiskBenchmark = RouterOutputs['benchmarks']['disk']
export type DiskCase = DiskBenchmark['cases'][number]
export type DiskRun = DiskBenchmark['runs'][number]

export const stepWords: Record<DiskStep, string> = {
  insert: 'Insert',
  'read-cold': 'Cold read',
  'read-warm': 'Warm read',
}

export function nameCase({ format, columns, parts }: Pick<DiskCase, 'format' | 'columns' | 'parts'>): string {
  return `${format}, ${columns} columns, ${parts === 1 ? '1 part' : `${parts} parts`}`
}

/** For the axis of a chart: columns × parts. */
export function shortNameOfCase({
  format,
  columns,
  parts,
}: Pick<DiskCase, 'format' | 'columns' | 'parts'>): string {
  return `${format} ${columns} × ${parts}`
}
