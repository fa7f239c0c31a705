'use client'
import { ErrorState, SkeletonRows, showToast } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { askAnew } from '@/trpc/answer-age.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { ScheduleForm } from './schedule-form.tsx'

export function NewSchedulePage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const saved = useSaved(cluster, 'was created')
  return (
    <NeedsRole needed="operator" title="New schedule" task="Making schedules">
      <PageHeader
        title="New schedule"
        description="Nothing is moved before the first due time. Each run is planned at its due time."
      />
      <ScheduleForm key={visit} cluster={cluster} schedule={null} onSaved={saved} />
    </NeedsRole>
  )
}

export function EditSchedulePage({ cluster, id }: { cluster: string; id: string }) {
  return (
    <NeedsRole needed="operator" title="Edit schedule" task="Changing schedules">
      <EditSchedule cluster={cluster} id={id} />
    </NeedsRole>
  )
}

function EditSchedule({ cluster, id }: { cluster: string; id: string }) {
  const trpc = useTRPC()
  const visit = useVisit()
  const query = useQuery(trpc.tierSchedules.get.queryOptions({ id }))
  const saved = useSaved(cluster, 'was changed')
  return (
    <>
      <PageHeader
        title={query.data ? `Edit ${query.data.name}` : 'Edit schedule'}
        description="Changes apply to later runs. A run that is already planned does not change. The owner does not change."
      />
      {query.data ? (
        <ScheduleForm
          // Somebody else's change starts the form anew instead of being overwritten unseen.
          key={`${visit} ${query.data.updatedAt.getTime()}`}
          cluster={cluster}
          schedule={query.data}
          onSaved={saved}
        />
      ) : query.error ? (
        <ErrorState error={reportError(query.error, 'read the schedule')} onRetry={() => askAnew(query)} />
      ) : (
        <SkeletonRows count={10} />
      )}
    </>
  )
}

function useSaved(cluster: string, what: string) {
  const router = useRouter()
  return ({ id, name }: { id: string; name: string }) => {
    showToast({ tone: 'success', title: `${name} ${what}` })
    router.push(routes.schedule(cluster, id))
  }
}
