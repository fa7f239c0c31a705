'use client'
import { ConnectionTestDrawer } from '@/features/connection-test/connection-test-drawer.tsx'
import { useTRPCClient } from '@/trpc/context.ts'
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
  const client = useTRPCClient()
  return (
    <ConnectionTestDrawer
      kind="source"
      subject={source}
      description="From the console and from all nodes. Reads one object. Nothing is changed."
      waiting="Testing the store and all nodes. A node that does not respond takes up to 20 s."
      ask={(id, signal) => client.sources.test.mutate({ id }, { signal })}
      show={(report) => <SourceReportView report={report} />}
      open={open}
      onClose={onClose}
    />
  )
}
