'use client'
import { useDeferredValue } from 'react'
import { choiceParam, namesParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'

/** A table is written as the JSON of its two names, since either may contain a dot. */
const params = {
  tables: namesParam(),
  pattern: textParam(),
  way: choiceParam(['older', 'newer'] as const, 'older'),
  day: textParam(),
  to: textParam(),
}

export type BatchRequest = RouterInputs['tierBatches']['plan']

export function tableKey({ database, table }: { database: string; table: string }): string {
  return JSON.stringify([database, table])
}

function readTable(key: string): { database: string; table: string }[] {
  try {
    const [database, table]: unknown[] = JSON.parse(key)
    return typeof database === 'string' && typeof table === 'string' ? [{ database, table }] : []
  } catch {
    return []
  }
}

/** The request, kept in the URL; `request` is null until it is complete. */
export function useBatchRequest(cluster: string) {
  const [state, setState] = useUrlState(params)
  const tables = [...state.tables].flatMap(readTable)
  const complete =
    (tables.length > 0 || state.pattern !== '') && state.to !== '' && /^\d{4}-\d{2}-\d{2}$/.test(state.day)
  const moment = `${state.day}T00:00:00Z`
  const request: BatchRequest | null = complete
    ? {
        cluster,
        tables,
        ...(state.pattern === '' ? {} : { pattern: state.pattern }),
        targetVolume: state.to,
        goal:
          state.way === 'older'
            ? { kind: 'older-than', before: moment }
            : { kind: 'newer-than', from: moment },
      }
    : null
  // Typing a pattern must not wait for a plan per letter.
  const deferred = useDeferredValue(JSON.stringify(request))
  return { state, setState, tables, request: JSON.parse(deferred) as typeof request }
}
