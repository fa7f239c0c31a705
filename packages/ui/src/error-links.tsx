export interface ErrorLink {
  label: string
  href: string
}

/** Pages of the objects that an error names. */
export function ErrorLinks({ links = [] }: { links?: readonly ErrorLink[] | undefined }) {
  if (links.length === 0) return null
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-xs">
      {links.map(({ label, href }) => (
        <li key={href}>
          <a
            href={href}
            className="break-words font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
