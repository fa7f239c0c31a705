'use client'
import { isWindowOpen } from '@frostline/domain'
import { Button, buttonClasses, Checkbox, ConfirmDialog, formatBytes, showToast, useNow } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FastForward, Pencil, UserCheck } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { usePerson, useRoleAllows } from '@/auth/use-person.ts'
import { ScheduleActions } from '@/features/schedules/schedule-actions.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { Schedule } from '../schedule.ts'

/** Actions on the schedule: its owner and admins change it, admins take it over. */
export function TierScheduleActions({ schedule, cluster }: { schedule: Schedule; cluster: string }) {
  const admin = useRoleAllows('admin')
  const person = usePerson()
  const router = useRouter()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { id, name } = schedule
  const own = person.kind === 'known' && person.person.email === schedule.owner
  const { takeOver, ...send } = useTierScheduleActions(schedule)
  return (
    <>
      {admin && !own ? (
        <ConfirmDialog
          title={`Take over ${name}?`}
          description={`You replace ${schedule.owner} as its owner. Runs use your name and role. Nothing else changes.`}
          confirmLabel="Take over"
          cancelLabel="Cancel"
          onConfirm={async () => void (await takeOver.mutateAsync({ id }))}
          trigger={<Button icon={<UserCheck aria-hidden />}>Take over</Button>}
        />
      ) : null}
      {schedule.mayChange ? (
        <ScheduleActions
          schedule={schedule}
          send={send}
          runNow={<RunNow schedule={schedule} />}
          disabling="No new runs start. A waiting run is skipped. Running tier migrations continue. Cancel them on their own pages."
          removing="The schedule and its run history are deleted. Its tier migrations, their proofs and audit entries are kept. No data is moved."
          onRemoved={() => {
            showToast({ tone: 'success', title: `Deleted ${name}` })
            router.push(routes.schedules(cluster))
            void queryClient.invalidateQueries({ queryKey: trpc.tierSchedules.list.pathKey() })
          }}
        >
          <Link href={routes.editSchedule(cluster, id)} className={buttonClasses()}>
            <Pencil aria-hidden /> Edit
          </Link>
        </ScheduleActions>
      ) : null}
    </>
  )
}

function useTierScheduleActions({ name }: Schedule) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.tierSchedules.pathKey())
  const { enable, disable, takeOver, remove } = trpc.tierSchedules
  return {
    enable: useMutation(enable.mutationOptions(handlers(`enable ${name}`))),
    disable: useMutation(disable.mutationOptions(handlers(`disable ${name}`))),
    takeOver: useMutation(takeOver.mutationOptions(handlers(`take over ${name}`))),
    // Its page is left first: what is refetched there would not be found.
    remove: useMutation(remove.mutationOptions({ onError: (error) => showFailure(error, `delete ${name}`) })),
  }
}

/**
 * Runs it now, with everything that a scheduled run has. Outside of the window the user chooses to wait or to start.
 */
function RunNow({ schedule }: { schedule: Schedule }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.tierSchedules.pathKey())
  const now = useNow()
  const [ignoreWindow, setIgnoreWindow] = useState(false)
  const run = useMutation(trpc.tierSchedules.runNow.mutationOptions(handlers(`run ${schedule.name}`)))
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
