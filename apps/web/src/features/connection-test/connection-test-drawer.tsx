'use client'
import { Button, Drawer, EmptyState, ErrorState, Spinner } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { reportError } from '@/trpc/report-error.ts'

interface Test<Report> {
  /** What is tested: "cluster", "source". */
  kind: string
  /** Text shown while waiting. */
  waiting: string
  ask: (id: string, signal: AbortSignal) => Promise<Report>
  show: (report: Report) => ReactNode
}

interface ConnectionTestDrawerProps<Report> extends Test<Report> {
  /** Undefined while `open`: the URL names nothing that exists. */
  subject: { id: string; name: string } | undefined
  description: string
  open: boolean
  onClose: () => void
}

/** Tests the stored connection with its stored secret, as soon as it is opened. */
export function ConnectionTestDrawer<Report>(props: ConnectionTestDrawerProps<Report>) {
  const { subject, description, open, onClose, ...test } = props
  return (
    <Drawer
      title={subject ? `Connection of ${subject.name}` : 'Connection'}
      description={description}
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      className="max-w-3xl"
    >
      {subject ? (
        <TestBody key={subject.id} subject={subject} {...test} />
      ) : (
        <EmptyState title={`The ${test.kind} was not found`} className="py-16">
          It may have been removed. Choose one from the list.
        </EmptyState>
      )}
    </Drawer>
  )
}

function TestBody<Report>({
  subject,
  kind,
  waiting,
  ask,
  show,
}: Test<Report> & { subject: { id: string; name: string } }) {
  const test = useConnectionTest({ kind, id: subject.id }, ask)
  return (
    <div className="flex flex-col gap-4 p-5">
      {test.data ? (
        show(test.data)
      ) : test.error ? (
        <ErrorState error={reportError(test.error, `test ${subject.name}`)} />
      ) : (
        <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
          <Spinner className="size-4" /> {waiting}
        </p>
      )}
      <Button
        className="self-start"
        icon={<RotateCw aria-hidden />}
        busy={test.isFetching}
        onClick={() => refetchFresh(test)}
      >
        Test again
      </Button>
    </div>
  )
}

/**
 * Tests a stored connection. It changes nothing, but is a mutation because of its cost: it runs when first rendered and
 * on request, never automatically.
 */
function useConnectionTest<Report>(
  subject: { kind: string; id: string },
  ask: (id: string, signal: AbortSignal) => Promise<Report>,
) {
  return useQuery({
    queryKey: ['connection-test', subject.kind, subject.id],
    queryFn: ({ signal }) => ask(subject.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
