'use client'
import { Button, ConfirmDialog, formatCountOf } from '@frostline/ui'
import { Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import type { Form } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { useBenchmarkActions } from '../../hooks/use-benchmarks.ts'
import type { ReplayLook } from '../replay.ts'
import type { planForm } from './replay-draft.ts'
import type { LookQuestion } from './use-replay-look.ts'

interface StartReplayProps {
  cluster: string
  asked: LookQuestion
  look: ReplayLook
  plan: Form<typeof planForm>
}

/** A summary, and the start button. */
export function StartReplay({ cluster, asked, look, plan }: StartReplayProps) {
  const router = useRouter()
  const { startReplay } = useBenchmarkActions()
  if (plan.value === null || look.runnable === 0)
    return (
      <Bar
        text={look.runnable === 0 ? 'None of the queries can be replayed.' : 'Some fields have errors.'}
        faulty
      >
        {plan.value === null ? <Button onClick={plan.showFaults}>Show errors</Button> : null}
      </Bar>
    )
  const { targets, pace } = plan.value
  const { rounds = 1, concurrency } = pace
  const text = `${formatCountOf(look.runnable * rounds * targets.length, 'run')}, ${concurrency} at a time.`
  return (
    <Bar text={text}>
      <ConfirmDialog
        title={`Run ${formatCountOf(look.runnable, 'query', 'queries')} again?`}
        description={`${text} Other queries on the servers may be slower meanwhile. You can cancel at any time.`}
        confirmLabel="Replay"
        cancelLabel="Cancel"
        onConfirm={async () => {
          const { filter, rules } = asked
          const { id } = await startReplay.mutateAsync({
            ...{ cluster, filter, rules, targets, pace },
            fingerprint: look.fingerprint,
          })
          router.push(routes.replay(cluster, id))
        }}
        trigger={
          <Button variant="primary" icon={<Play aria-hidden />}>
            Replay
          </Button>
        }
      >
        <ExpectedApproval cluster={cluster} kind="benchmark" />
      </ConfirmDialog>
    </Bar>
  )
}

function Bar({
  text,
  faulty = false,
  children,
}: {
  text: string
  faulty?: boolean
  children: React.ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border bg-surface px-4 py-3 text-sm">
      <span role="status" className={faulty ? 'break-words text-danger-ink' : undefined}>
        {text}
      </span>
      {children}
    </div>
  )
}
