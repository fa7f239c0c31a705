'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import type { Source } from '../source.ts'
import {
  draftOfSource,
  emptySourceDraft,
  findSourceFaults,
  type SourceDraft,
  toSourceInput,
} from '../source-draft.ts'

/** A new source or a change of one: the draft, its faults once something was tried, its test and its saving. */
export function useSourceForm(source: Source | null, onSaved: (saved: Source) => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<SourceDraft>(() => (source ? draftOfSource(source) : emptySourceDraft))
  const [tried, setTried] = useState(false)
  const [testedAs, setTestedAs] = useState('')
  const handlers = {
    onSuccess: (saved: Source) => {
      void queryClient.invalidateQueries({ queryKey: trpc.sources.pathKey() })
      onSaved(saved)
    },
  }
  const test = useMutation(trpc.sources.testConnection.mutationOptions())
  const create = useMutation(trpc.sources.create.mutationOptions(handlers))
  const update = useMutation(trpc.sources.update.mutationOptions(handlers))
  const saving = source ? update : create
  const found = findSourceFaults(draft, source)
  const ready = (): boolean => {
    setTried(true)
    return Object.keys(found).length === 0
  }
  const input = toSourceInput(draft)
  const print = JSON.stringify(input)
  return {
    draft,
    change: (patch: Partial<SourceDraft>) => setDraft((before) => ({ ...before, ...patch })),
    faults: tried ? found : {},
    test: () => {
      if (!ready()) return
      setTestedAs(print)
      test.mutate(source ? { ...input, id: source.id } : input)
    },
    testing: test.isPending,
    testError: test.error,
    report: test.data,
    outdated: testedAs !== print,
    save: () => {
      if (!ready()) return
      if (source) update.mutate({ ...input, id: source.id })
      else create.mutate(input)
    },
    saving: saving.isPending,
    saveError: saving.error,
  }
}

export type SourceFormState = ReturnType<typeof useSourceForm>
