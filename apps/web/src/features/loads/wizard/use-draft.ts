'use client'
import { useEffect, useState } from 'react'
import { bind, type Fields } from '@/form/use-form.ts'
import { integerParam, namesParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { type Draft, emptyDraft } from './draft.ts'
import type { Resolving } from './use-resolved.ts'

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
}

const keyOf = (cluster: string) => `frostline-load-draft:${cluster}`

export interface DraftState extends Fields<Draft> {
  step: number
  goTo: (step: number) => void
  forget: () => void
}

/**
 * The draft of this tab and the step in the URL. Source and objects in a URL (a link of the bucket browser) start a new
 * draft. Null until the draft has been read: the server does not have it.
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
      setUrl({ step, source: '', bucket: '', glob: '', keys: new Set<string>() }, { history: 'push' })
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
}

function beginDraft(cluster: string, { source, bucket, glob, keys }: Begin): Draft {
  if (source !== '')
    return { ...emptyDraft, source, bucket, glob, by: keys.size > 0 ? 'keys' : 'glob', keys: [...keys] }
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(cluster)) ?? '{}')
    return { ...emptyDraft, ...(kept as Partial<Draft>) }
  } catch {
    return emptyDraft
  }
}
