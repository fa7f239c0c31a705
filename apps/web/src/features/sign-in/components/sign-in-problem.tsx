import { CircleAlert } from 'lucide-react'

/** Why a sign-in failed. Its place stays empty before, so that nothing moves. */
export function SignInProblem({ problem }: { problem: string | null }) {
  return (
    <div role="alert" className="min-h-9 text-danger-ink text-xs">
      {problem ? (
        <p className="flex gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      ) : null}
    </div>
  )
}
