'use client'
import { Button, Drawer, EmptyState, ErrorState, Spinner } from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import { reportError } from '@/trpc/report-error.ts'
import { useSourceTest } from '../hooks/use-source-test.ts'
import type { Source } from '../source.ts'
import { SourceReportView } from './source-report-view.tsx'

interface SourceTestDrawerProps {
  /** Undefined while `open`: the address names no source. */
  source: Source | undefined
  open: boolean
  onClose: () => void
}

/** Tests a stored source with its stored key, as soon as it is opened. */
export function SourceTestDrawer({ source, open, onClose }: SourceTestDrawerProps) {
  return (
    <Drawer
      title={source ? `Connection of ${source.name}` : 'Connection'}
      description="From the console and from every node. One object is looked at; nothing is changed."
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      className="max-w-3xl"
    >
      {source ? (
        <TestBody key={source.id} source={source} />
      ) : (
        <EmptyState title="There is no such source" className="py-16">
          It may have been removed. Choose one from the list.
        </EmptyState>
      )}
    </Drawer>
  )
}

function TestBody({ source }: { source: Source }) {
  const test = useSourceTest(source.id)
  return (
    <div className="flex flex-col gap-4 p-5">
      {test.data ? (
        <SourceReportView report={test.data} />
      ) : test.error ? (
        <ErrorState error={reportError(test.error, `test ${source.name}`)} />
      ) : (
        <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
          <Spinner className="size-4" /> Asking the store and every node. One that does not answer takes up to
          20 s.
        </p>
      )}
      <Button
        className="self-start"
        icon={<RotateCw aria-hidden />}
        busy={test.isFetching}
        onClick={() => void test.refetch()}
      >
        Test again
      </Button>
    </div>
  )
}
