'use client'
import { isWindowOpen } from '@frostline/domain'
import { Button, Checkbox, ConfirmDialog, formatBytes, showToast, useNow } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FastForward } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import type { Schedule } from '../schedule.ts'

/** A run at once, with all that a run at its time has. Outside of the window the person chooses: wait, or begin. */
export function RunNow({ schedule }: { schedule: Schedule }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const now = useNow()
  const [ignoreWindow, setIgnoreWindow] = useState(false)
  const run = useMutation(
    trpc.tierSchedules.runNow.mutationOptions({
      onError: (error) => tellFailure(error, `run ${schedule.name}`),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.tierSchedules.pathKey() }),
    }),
  )
  const { id, name, timeZone, windowSpans, olderThanDays, targetVolume, budgetBytes } = schedule
  const open =
    windowSpans.length === 0 || now === null || isWindowOpen({ timeZone, spans: windowSpans }, now.getTime())
  const most = budgetBytes === null ? 'without a byte limit' : `at most ${formatBytes(budgetBytes)}`
  return (
    <ConfirmDialog
      title={`Run ${name} now?`}
      description={`Moves partitions older than ${olderThanDays} days to ${targetVolume}, ${most}, oldest first, as ${schedule.owner}. See the dry run below. Scheduled runs do not change. A run that comes due meanwhile is skipped.`}
      confirmLabel="Run now"
      cancelLabel="Cancel"
      onConfirm={async () => {
        await run.mutateAsync({ id, ignoreWindow: !open && ignoreWindow })
        setIgnoreWindow(false)
        showToast({ tone: 'success', title: `Started a run of ${name}` })
      }}
      trigger={<Button icon={<FastForward aria-hidden />}>Run now</Button>}
    >
      {open ? null : (
        <div className="text-sm">
          <p>The window is closed. The run waits until it opens.</p>
          <Checkbox className="mt-2" checked={ignoreWindow} onCheckedChange={setIgnoreWindow}>
            Start now, outside of the window
          </Checkbox>
        </div>
      )}
    </ConfirmDialog>
  )
}
