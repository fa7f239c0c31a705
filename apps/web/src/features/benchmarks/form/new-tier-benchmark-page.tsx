'use client'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { tableOfAddress } from '@/features/tables/table-of-address.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { TierForm } from './tier-form.tsx'

/** The table that a person came from. */
const params = { database: textParam(), table: textParam() }

export function NewTierBenchmarkPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [address] = useUrlState(params)
  const { database, table } = tableOfAddress(address)
  return (
    <NeedsRole needed="admin" title="Measure tiers" task="Tier benchmarks with your own SQL">
      <PageHeader
        title="Measure tiers"
        description="Runs one SELECT several times on local disks, on object storage and through a cache. Server counters verify where each run read from."
      />
      <TierForm key={`${visit} ${database} ${table}`} cluster={cluster} from={{ database, table }} />
    </NeedsRole>
  )
}
