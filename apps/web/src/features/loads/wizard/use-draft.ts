'use client'

import { isWritable, mapColumns, quoteName } from '@frostline/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bind, type Fields } from '@/form/use-form.ts'
import { integerParam, namesParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { LoadDraftInput } from '../load.ts'
import { type Draft, emptyDraft, readColumns, selectionOf, toInput } from './draft.ts'

export interface StepProps {
  cluster: string
  state: DraftState
  resolving: Resolving
}

const params = {
  step: integerParam(1, 1),
  source: textParam(),
  bucket: textParam(),
  glob: textParam(),
  keys: namesParam(),
  database: textParam(),
  table: textParam(),
}

const keyOf = (cluster: string) => `frostline-load-draft:${cluster}`

export interface DraftState extends Fields<Draft> {
  step: number
  goTo: (step: number) => void
  forget: () => void
}

/**
 * The draft of this tab and the step in the address. What an address says of source and objects (a link of the bucket
 * browser) begins a new draft, and so does a table. Null until the draft has been read: the server cannot know it.
 */
export function useDraft(cluster: string): DraftState | null {
  const [url, setUrl] = useUrlState(params)
  const [draft, setDraft] = useState<Draft | null>(null)
  useEffect(() => {
    if (draft === null) setDraft(beginDraft(cluster, url))
    else sessionStorage.setItem(keyOf(cluster), JSON.stringify(draft))
  }, [cluster, draft, url])
  if (draft === null) return null
  return {
    ...bind<Draft>({
      draft,
      change: (patch) => setDraft((present) => ({ ...(present ?? emptyDraft), ...patch })),
    }),
    step: Math.min(url.step, 5),
    goTo: (step) => {
      setUrl(
        { step, source: '', bucket: '', glob: '', keys: new Set<string>(), database: '', table: '' },
        { history: 'push' },
      )
      window.scrollTo({ top: 0 })
    },
    forget: () => sessionStorage.removeItem(keyOf(cluster)),
  }
}

interface Begin {
  source: string
  bucket: string
  glob: string
  keys: ReadonlySet<string>
  database: string
  table: string
}

function beginDraft(cluster: string, { source, bucket, glob, keys, database, table }: Begin): Draft {
  if (source !== '')
    return { ...emptyDraft, source, bucket, glob, by: keys.size > 0 ? 'keys' : 'glob', keys: [...keys] }
  if (database !== '' && table !== '') return { ...emptyDraft, into: 'existing', database, table }
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(cluster)) ?? '{}')
    return { ...emptyDraft, ...(kept as Partial<Draft>) }
  } catch {
    return emptyDraft
  }
}

const patient = { retry: false, refetchOnWindowFocus: false, staleTime: 60_000 } as const

/** What the bucket, the sample and the target say to a draft. Each is asked for once the step before is complete. */
export function useResolved(cluster: string, draft: Draft) {
  const trpc = useTRPC()
  const selection = selectionOf(draft)
  const source = { id: draft.source, bucket: draft.bucket }
  const manifest = useQuery(
    trpc.loads.manifest.queryOptions(
      { source: { ...source, selection: selection ?? { kind: 'glob', glob: '-' } } },
      { ...patient, enabled: selection !== null && source.id !== '' && source.bucket !== '' },
    ),
  )
  const detected = manifest.data?.detected[0]
  const format = draft.format ?? detected?.format ?? null
  const compression = draft.compression ?? detected?.compression ?? 'none'
  const sampleKey = manifest.data?.first[0]?.key ?? null
  const ready = format !== null && sampleKey !== null
  const inspection = useQuery(
    trpc.loads.inspect.queryOptions(
      {
        cluster,
        source: { ...source, key: sampleKey ?? '-' },
        read: { format: format ?? 'CSV', compression, text: draft.text },
      },
      { ...patient, enabled: ready },
    ),
  )
  const columns = readColumns(inspection.data?.columns ?? [], draft.types)
  const named = draft.database !== '' && draft.table !== ''
  const target = useQuery(
    trpc.loads.target.queryOptions(
      { cluster, database: draft.database, table: draft.table },
      { ...patient, enabled: named && (draft.into === 'existing' || draft.wanted !== null) },
    ),
  )
  const mapping = draft.mapping ?? proposeMapping(columns, target.data?.columns ?? [])
  const input: LoadDraftInput | null =
    format === null || !target.data || columns.length === 0
      ? null
      : toInput(draft, { cluster, format, compression, columns, mapping })
  return { manifest, inspection, target, format, compression, sampleKey, columns, mapping, input }
}
export type Resolving = ReturnType<typeof useResolved>

function proposeMapping(
  columns: readonly { name: string; type: string }[],
  target: readonly { name: string; type: string; defaultKind: string }[],
): Record<string, string> {
  return Object.fromEntries(
    mapColumns(columns, target.filter(isWritable)).map(({ column, source }) => [
      column,
      source === null ? '' : quoteName(source),
    ]),
  )
}

/** The load as it would start now, with the statements of one of its batches. */
export function useLoadPreview(input: LoadDraftInput | null, shownBatch = 0) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.loads.preview.queryOptions(
      (input && { ...input, shownBatch }) ?? {
        cluster: '-',
        source: { id: '-', bucket: '-', selection: { kind: 'glob', glob: '-' } },
        read: { format: 'CSV', compression: 'none', columns: [{ name: '-', type: 'String' }] },
        target: { database: '-', table: '-' },
        mapping: [{ column: '-', expression: '-' }],
      },
    ),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}
