import { type DiskStep, partFormats } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type DiskBenchmark = RouterOutputs['benchmarks']['disk']
export type DiskCase = DiskBenchmark['cases'][number]
export type DiskRun = DiskBenchmark['runs'][number]
type DiskSpec = RouterInputs['benchmarks']['startDisk']['spec']

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

export interface DiskDraft {
  formats: ReadonlySet<(typeof partFormats)[number]>
  columns: string
  parts: string
  rows: string
  runs: string
}

export const emptyDiskDraft: DiskDraft = {
  formats: new Set(partFormats),
  columns: '5, 50',
  parts: '1, 10',
  rows: '200000',
  runs: '3',
}

export type DiskFaults = Partial<Record<keyof DiskDraft, string>>

type Shapes = Pick<DiskSpec, 'formats' | 'columns' | 'parts'> & { rows: number; runs: number }

/** What was typed, or what is wrong with it by field. */
export function readDiskDraft(
  draft: DiskDraft,
): { kind: 'complete'; shapes: Shapes } | { kind: 'faulty'; faults: DiskFaults } {
  const faults: DiskFaults = {}
  const columns = readCounts(draft.columns)
  const parts = readCounts(draft.parts)
  const [rows, runs] = [readCount(draft.rows), readCount(draft.runs)]
  if (draft.formats.size === 0) faults.formats = 'Choose at least one.'
  if (!isList(columns, 500)) faults.columns = 'Up to four numbers from 1 to 500.'
  if (!isList(parts, 200)) faults.parts = 'Up to four numbers from 1 to 200.'
  if (!(rows >= 1_000 && rows <= 50_000_000)) faults.rows = 'From 1,000 to 50,000,000.'
  if (!(runs >= 1 && runs <= 20)) faults.runs = 'From 1 to 20.'
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults }
  const formats = partFormats.filter((format) => draft.formats.has(format))
  return { kind: 'complete', shapes: { formats, columns, parts, rows, runs } }
}

function isList(counts: readonly number[], most: number): boolean {
  return counts.length > 0 && counts.length <= 4 && counts.every((count) => count >= 1 && count <= most)
}

function readCounts(text: string): number[] {
  return text
    .split(/[,\s]+/)
    .filter((each) => each !== '')
    .map(readCount)
}
