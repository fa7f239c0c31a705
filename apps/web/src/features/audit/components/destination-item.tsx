'use client'
import { Badge, Button, ConfirmDialog, formatCountOf, RelativeTime, StatusPill } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { type Destination, destinationNames, stateLooks } from '../destination.ts'

export function DestinationItem({ destination, onEdit }: { destination: Destination; onEdit: () => void }) {
  const { name, type, target, state, failure } = destination
  const { tone, label } = stateLooks[state]
  return (
    <li aria-label={name} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-2">
        <span className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {name} <Badge>{destinationNames[type]}</Badge> <StatusPill tone={tone}>{label}</StatusPill>
          </span>
          <span className="break-all font-mono text-ink-3 text-xs">{target}</span>
          <Progress destination={destination} />
        </span>
        <span className="flex flex-wrap gap-2">
          <DestinationActions destination={destination} onEdit={onEdit} />
        </span>
      </div>
      {failure ? (
        <div className="flex flex-col gap-0.5 rounded-md bg-danger-soft px-3 py-2 text-sm">
          <span className="text-danger-ink">
            Failing since <RelativeTime at={failure.since} />, after{' '}
            {formatCountOf(failure.attempts, 'attempt')}. Next attempt{' '}
            <RelativeTime at={failure.nextAttemptAt} />.
          </span>
          <span className="break-words text-danger-ink">{failure.text}</span>
        </div>
      ) : null}
      <TestResult destination={destination} />
    </li>
  )
}

function Progress({ destination }: { destination: Destination }) {
  const { shippedSequence, shippedAt, waitingEntries, oldestWaitingAt } = destination
  return (
    <span className="text-ink-2 text-sm">
      {shippedAt ? (
        <>
          Has entries up to number {shippedSequence}, <RelativeTime at={shippedAt} />.{' '}
        </>
      ) : (
        'Nothing sent yet. '
      )}
      {waitingEntries === 0 || !oldestWaitingAt ? null : (
        <>
          {formatCountOf(waitingEntries, 'entry waits', 'entries wait')}, the oldest from{' '}
          <RelativeTime at={oldestWaitingAt} />.
        </>
      )}
    </span>
  )
}

function TestResult({ destination: { test } }: { destination: Destination }) {
  if (!test) return null
  if (!test.finishedAt)
    return (
      <p role="status" className="text-ink-3 text-sm">
        The test is being sent. A worker must run.
      </p>
    )
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
      <StatusPill tone={test.error === null ? 'ok' : 'danger'}>
        {test.error === null ? 'Test succeeded' : 'Test failed'}
      </StatusPill>
      <span className="text-ink-3">
        <RelativeTime at={test.finishedAt} />
      </span>
      {test.error === null ? null : <span className="min-w-0 break-words text-danger-ink">{test.error}</span>}
    </p>
  )
}

function DestinationActions({ destination, onEdit }: { destination: Destination; onEdit: () => void }) {
  const trpc = useTRPC()
  const { id, name, target, state, waitingEntries } = destination
  const after = useActionHandlers(trpc.audit.pathKey())
  const test = useMutation(trpc.audit.testDestination.mutationOptions(after(`test ${name}`)))
  const pause = useMutation(trpc.audit.pauseDestination.mutationOptions(after(`pause ${name}`)))
  const resume = useMutation(trpc.audit.resumeDestination.mutationOptions(after(`resume ${name}`)))
  const remove = useMutation(trpc.audit.removeDestination.mutationOptions(after(`remove ${name}`)))
  return (
    <>
      <Button size="sm" onClick={onEdit}>
        Edit
      </Button>
      <Button size="sm" busy={test.isPending} onClick={() => test.mutate({ id })}>
        Test
      </Button>
      {state === 'failing' ? (
        <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
          Retry now
        </Button>
      ) : null}
      {state === 'paused' ? (
        <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
          Resume
        </Button>
      ) : (
        <Button size="sm" busy={pause.isPending} onClick={() => pause.mutate({ id })}>
          Pause
        </Button>
      )}
      <ConfirmDialog
        danger
        title={`Remove the destination ${name}?`}
        description={`No more entries are sent to ${target}. ${
          waitingEntries === 0
            ? 'It has all entries.'
            : `${formatCountOf(waitingEntries, 'entry was', 'entries were')} not sent.`
        } What it has stays there.`}
        confirmLabel="Remove destination"
        onConfirm={async () => void (await remove.mutateAsync({ id }))}
        trigger={<Button size="sm">Remove</Button>}
      />
    </>
  )
}
