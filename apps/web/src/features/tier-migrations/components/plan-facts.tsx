import { describeGoal, describeTarget } from '@frostline/domain'
import { formatExactTime, KeyValueList } from '@frostline/ui'
import Link from 'next/link'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { type MigrationDetail, migrationLooks } from '../status.ts'

/** The plan's parameters, and the deep checks of its result. */
export function PlanFacts({ migration }: { migration: MigrationDetail }) {
  const { checkOfId, clusterSlug, deepChecks } = migration
  return (
    <KeyValueList
      items={[
        { key: 'Goal', value: describeGoal(migration.goal) },
        { key: 'Storage policy', value: migration.storagePolicy, mono: true },
        { key: 'Target volume', value: describeTarget(migration), mono: true },
        {
          key: 'Deep check',
          value:
            checkOfId !== null ? (
              <>
                This verifies what{' '}
                <Link
                  className="text-accent-ink underline underline-offset-2"
                  href={routes.migration(clusterSlug, checkOfId)}
                >
                  a tier migration
                </Link>{' '}
                moved. It moves nothing.
              </>
            ) : migration.deepCheck ? (
              'with each step'
            ) : (
              'not with the steps'
            ),
        },
        ...(deepChecks.length > 0
          ? [
              {
                key: 'Deep check',
                value: (
                  <ul className="flex flex-col gap-1">
                    {deepChecks.map((check) => (
                      <li key={check.id} className="flex flex-wrap items-center gap-2">
                        <Link
                          className="text-accent-ink hover:underline"
                          href={routes.migration(clusterSlug, check.id)}
                        >
                          {formatExactTime(check.createdAt)}
                        </Link>
                        <LookPill look={migrationLooks[check.status]} />
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]
          : []),
        { key: 'ID', value: migration.id, mono: true },
      ]}
    />
  )
}
