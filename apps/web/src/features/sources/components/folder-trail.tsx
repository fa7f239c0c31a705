import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { listFolderSteps } from '../name-of-key.ts'

interface FolderTrailProps {
  id: string
  bucket: string
  prefix: string
}

/** The way from the bucket to the folder on screen; the last step is the folder itself. */
export function FolderTrail({ id, bucket, prefix }: FolderTrailProps) {
  const steps = listFolderSteps(bucket, prefix)
  return (
    <nav aria-label="Folder" className="min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-mono text-sm">
        {steps.map((step, index) => (
          <li key={step.prefix} className="flex min-w-0 items-center gap-1.5">
            {index > 0 ? (
              <span aria-hidden className="text-ink-3">
                /
              </span>
            ) : null}
            {index === steps.length - 1 ? (
              <span aria-current="page" className="break-all font-medium">
                {step.label}
              </span>
            ) : (
              <Link
                href={routes.browseSource(id, { bucket, prefix: step.prefix })}
                className="break-all rounded-sm text-ink-2 hover:text-ink hover:underline"
              >
                {step.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
