'use client'
import { isWindowOpen } from '@frostline/domain'
import { Button, buttonClasses, Checkbox, ConfirmDialog, formatBytes, showToast, useNow } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FastForward, Pause, Pencil, Play, Trash2, UserCheck } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { usePerson, useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { Schedule } from '../schedule.ts'

/** Actions on the schedule: its owner and admins change it, admins take it over. */
export function ScheduleActions({ schedule, cluster }: { schedule: Schedule; cluster: string }) {
  const admin = useRoleAllows('admin')
  const person = usePerson()
  const { id, name } = schedule
  const own = person.kind === 'known' && person.person.email === schedule.owner
  const act = useScheduleActions(schedule, cluster)
  return (
    <>
      {admin && !own ? (
        <ConfirmDialog
          title={`Take over ${name}?`}
          description={`You replace ${schedule.owner} as its owner. Runs use your name and role. Nothing else changes.`}
          confirmLabel="Take over"
          cancelLabel="Cancel"
          onConfirm={act.takeOver}
          trigger={<Button icon={<UserCheck aria-hidden />}>Take over</Button>}
        />
      ) : null}
      {schedule.mayChange ? (
        <>
          {schedule.enabled ? <RunNow schedule={schedule} /> : null}
          {schedule.enabled ? (
            <ConfirmDialog
              title={`Disable ${name}?`}
              description="No new runs start. A waiting run is skipped. Running tier migrations continue. Cancel them on their own pages."
              confirmLabel="Disable"
              cancelLabel="Cancel"
              onConfirm={act.disable}
              trigger={<Button icon={<Pause aria-hidden />}>Disable</Button>}
            />
          ) : (
            <Button variant="primary" icon={<Play aria-hidden />} busy={act.enabling} onClick={act.enable}>
              Enable
            </Button>
          )}
          <Link href={routes.editSchedule(cluster, id)} className={buttonClasses()}>
            <Pencil aria-hidden /> Edit
          </Link>
          <ConfirmDialog
            danger
            title={`Delete ${name}?`}
            description="The schedule and its run history are deleted. Its tier migrations, their proofs and audit entries are kept. No data is moved."
            confirmLabel="Delete schedule"
            cancelLabel="Cancel"
            onConfirm={act.remove}
            trigger={<Button icon={<Trash2 aria-hidden />}>Delete</Button>}
          />
        </>
      ) : null}
    </>
  )
}

function useScheduleActions({ id, name }: Schedule, cluster: string) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const handlers = (task: string) => ({
    onError: (error: unknown) => showFailure(error, `${task} ${name}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.tierSchedules.pathKey() }),
  })
  const enable = useMutation(trpc.tierSchedules.enable.mutationOptions(handlers('enable')))
  const disable = useMutation(trpc.tierSchedules.disable.mutationOptions(handlers('disable')))
  const takeOver = useMutation(trpc.tierSchedules.takeOver.mutationOptions(handlers('take over')))
  const remove = useMutation(
    trpc.tierSchedules.remove.mutationOptions({
      onError: (error) => showFailure(error, `delete ${name}`),
    }),
  )
  return {
    enabling: enable.isPending,
    enable: () => enable.mutate({ id }),
    disable: async () => void (await disable.mutateAsync({ id })),
    takeOver: async () => void (await takeOver.mutateAsync({ id })),
    remove: async () => {
      await remove.mutateAsync({ id })
      showToast({ tone: 'success', title: `Deleted ${name}` })
      router.push(routes.schedules(cluster))
      await queryClient.invalidateQueries({ queryKey: trpc.tierSchedules.list.pathKey() })
    },
  }
}

/**
 * Runs it now, with everything that a scheduled run has. Outside of the window the user chooses to wait or to start.
 */
function RunNow({ schedule }: { schedule: Schedule }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const now = useNow()
  const [ignoreWindow, setIgnoreWindow] = useState(false)
  const run = useMutation(
    trpc.tierSchedules.runNow.mutationOptions({
      onError: (error) => showFailure(error, `run ${schedule.name}`),
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
