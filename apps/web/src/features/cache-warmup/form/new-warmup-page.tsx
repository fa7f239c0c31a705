'use client'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { tableOfAddress } from '@/features/tables/table-of-address.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { WarmupForm } from './warmup-form.tsx'

/** The table that a person came from. */
const params = { database: textParam(), table: textParam() }

export function NewWarmupPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [address] = useUrlState(params)
  const { database, table } = tableOfAddress(address)
  return (
    <NeedsRole needed="operator" title="Warm up" task="Warming up a cache">
      <PageHeader
        title="Warm up"
        description="Reads a table into the filesystem caches before queries need it. Nothing is read from the store until you start it."
      />
      <WarmupForm key={`${visit} ${database} ${table}`} cluster={cluster} from={{ database, table }} />
    </NeedsRole>
  )
}
