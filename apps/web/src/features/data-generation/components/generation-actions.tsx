'use client'
import { buttonClasses, formatBytes, formatCountOf } from '@frostline/ui'
import { Import } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import { routes } from '@/navigation/routes.ts'
import type { GenerationDetail } from '../generation.ts'
import { useGenerationActions } from '../hooks/use-generation-actions.ts'

/** What may be done with it in its present state. */
export function GenerationActions({ generation }: { generation: GenerationDetail }) {
  const { status, kind, sourceId, bucket, prefix, clusterSlug } = generation
  const operator = useRoleAllows('operator')
  const mayRetry = useRoleAllows(kind === 'query' ? 'admin' : 'operator')
  const actions = useGenerationActions()
  if (!operator) return null
  const folder = `${bucket}/${prefix}`
  const written = `${formatCountOf(generation.writtenFiles, 'file')} (${formatBytes(generation.writtenBytes)})`
  return (
    <RunActions
      run={generation}
      send={actions}
      cancel={{
        title: `Cancel the generation into ${folder}?`,
        description: `Running statements are killed. Their open files are not written. ${written} stay in the bucket. A retry continues from there.`,
        confirmLabel: 'Cancel generation',
      }}
      retry={
        mayRetry && sourceId !== null
          ? {
              title: `Write the missing files in ${folder}?`,
              description:
                kind === 'query'
                  ? 'The query runs again from the start. Files of the previous run are deleted first.'
                  : `${written} exist and are kept. The others are written.`,
            }
          : null
      }
      after={
        status === 'completed' && sourceId !== null ? (
          <Link
            className={buttonClasses('primary')}
            href={routes.newLoad(clusterSlug, { source: sourceId, bucket, glob: generation.pattern })}
          >
            <Import aria-hidden /> Load these files
          </Link>
        ) : null
      }
    />
  )
}
