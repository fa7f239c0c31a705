'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { viewerZone } from '@/features/cron/zoned-time.ts'
import { useTRPC } from '@/trpc/context.ts'
import { type DraftFaults, findDraftFaults, hasFaults, mayDryRun } from '../draft/find-draft-faults.ts'
import { draftOf, emptyDraft, type ScheduleDraft, toDefinition } from '../draft/schedule-draft.ts'
import type { DryRunRequest, Schedule } from '../schedule.ts'

/**
 * A new schedule or a change of one. What was typed of the time is judged at once, the rest after the first try to
 * save. `dryRun` is null until enough is known.
 */
export function useScheduleForm(
  cluster: string,
  schedule: Schedule | null,
  onSaved: (saved: { id: string; name: string }) => void,
) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<ScheduleDraft>(() =>
    schedule ? draftOf(schedule) : emptyDraft(viewerZone()),
  )
  const [tried, setTried] = useState(false)
  const found = findDraftFaults(draft)
  const faults: DraftFaults = tried ? found : withoutEmptyFields(found)
  const handlers = {
    onSuccess: async ({ id }: { id: string }) => {
      await queryClient.invalidateQueries({ queryKey: trpc.tierSchedules.pathKey() })
      onSaved({ id, name: draft.name.trim() })
    },
  }
  const create = useMutation(trpc.tierSchedules.create.mutationOptions(handlers))
  const update = useMutation(trpc.tierSchedules.update.mutationOptions(handlers))
  const saving = schedule ? update : create
  return {
    draft,
    change: (patch: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...patch })),
    faults,
    dryRun: useDryRun(cluster, draft, mayDryRun(found)),
    save: () => {
      setTried(true)
      if (hasFaults(found)) return
      if (schedule) update.mutate({ ...toDefinition(draft), id: schedule.id })
      else create.mutate({ ...toDefinition(draft), cluster })
    },
    saving: saving.isPending,
    saveError: saving.error,
  }
}

/** What nobody has come to yet is no fault. */
function withoutEmptyFields({ name: _, tables: __, targetVolume: ___, ...faults }: DraftFaults): DraftFaults {
  return faults
}

export type ScheduleFormState = ReturnType<typeof useScheduleForm>

/** Typing must not wait for the looks of each letter. */
function useDryRun(cluster: string, draft: ScheduleDraft, ready: boolean): DryRunRequest | null {
  const { name: _, missedRuns: __, ...definition } = toDefinition(draft)
  const print = useDeferredValue(ready ? JSON.stringify({ ...definition, cluster }) : '')
  return print === '' ? null : (JSON.parse(print) as DryRunRequest)
}
