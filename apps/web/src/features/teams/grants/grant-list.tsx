import type { ShownGrant } from '@/auth/session.ts'
import { describeGrant } from './grant-form.ts'

/** Grants in words, one per line. */
export function GrantList({ grants, empty }: { grants: readonly ShownGrant[]; empty: string }) {
  if (grants.length === 0) return <p className="text-ink-3 text-sm">{empty}</p>
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {grants.map((grant) => (
        <li key={describeGrant(grant)} className="break-words">
          {describeGrant(grant)}
        </li>
      ))}
    </ul>
  )
}
