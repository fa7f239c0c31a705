'use client'
import { CodeBlock } from '@frostline/ui'
import { SecretShownOnce } from '@/features/account/components/secret-shown-once.tsx'

export interface IssuedToken {
  name: string
  secret: string
}

/** A token just made, with a call that tries it. */
export function NewToken({ issued, onDismiss }: { issued: IssuedToken; onDismiss: () => void }) {
  return (
    <SecretShownOnce title={`Token ${issued.name}`} secret={issued.secret} onDismiss={onDismiss}>
      <p className="mb-1.5">Store it with the secrets of the program. To test it:</p>
      <CodeBlock
        language="text"
        label="Example request"
        wrap
        code={`curl -H "Authorization: Bearer $FROSTLINE_API_TOKEN" ${window.location.origin}/api/v1/me`}
      />
    </SecretShownOnce>
  )
}
