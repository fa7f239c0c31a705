import { joinClasses } from './join-classes.ts'

/** The mark: warm above, ice below, with the frost line between them. */
export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={joinClasses('size-6', className)}>
      <path
        d="M4 10.6V6a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v1.4l-5.2 4.2-3.6-3.4-4.1 4.1z"
        fill="var(--color-hot)"
      />
      <path
        d="M20 10.2V18a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-4.6l3.2 1.9 4.1-4 3.5 3.2z"
        fill="var(--color-cold)"
      />
    </svg>
  )
}
