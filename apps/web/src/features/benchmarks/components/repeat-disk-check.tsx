'use client'
import { Button } from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { type DiskCheck, isActiveBenchmark } from '../benchmark.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'

/** The same disk once more: after a change of the store, or of a gateway before it. */
export function RepeatDiskCheck({ check }: { check: DiskCheck }) {
  const router = useRouter()
  const operator = useRoleAllows('operator')
  const { startConformance } = useBenchmarkActions()
  if (!operator || isActiveBenchmark(check)) return null
  const { clusterSlug: cluster, spec } = check
  const { node, disk, database, rows, moves } = spec
  const begin = async () => {
    const { id } = await startConformance.mutateAsync({
      ...{ cluster, node, disk, database, rows, policy: moves?.policy ?? null },
    })
    router.push(routes.diskCheck(cluster, id))
  }
  return (
    <Button
      variant="primary"
      icon={<RotateCw aria-hidden />}
      busy={startConformance.isPending}
      onClick={() => void begin().catch(() => undefined)}
    >
      Check again
    </Button>
  )
}
