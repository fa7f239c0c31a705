'use client'
import { placementReasonNames } from '@frostline/domain'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { flagParam, optionalChoiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'

const params = {
  reason: optionalChoiceParam(placementReasonNames),
  node: textParam(),
  partition: textParam(),
  late: flagParam(),
  finding: textParam(),
}

/** Why the parts of a table are where they are, with the filters of the page's address. */
export function useMoveExplanation(at: ClusterTable) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const [url, setUrl] = useUrlState(params)
  const input = {
    ...at,
    ...(url.reason ? { reason: url.reason } : {}),
    ...(url.node ? { node: url.node } : {}),
    ...(url.partition ? { partitionId: url.partition } : {}),
    late: url.late,
    limit: 200,
  }
  const query = useOffsetPages({
    queryKey: trpc.moveExplain.get.queryKey(input),
    readPage: (offset, signal) => client.moveExplain.get.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.findings.length, total: data.matching }),
    refetchIntervalMs: observedEveryMs,
  })
  useReadAfterChanges('tier-migration', () => void query.refetch())
  useReadAfterChanges('placement', () => void query.refetch())
  return { query, url, setUrl }
}
