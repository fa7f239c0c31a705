import { CopyButton } from './copy-button.tsx'
import { highlightSql, type SqlTokenKind } from './highlight-sql.ts'
import { joinClasses } from './join-classes.ts'

const tokenClasses: Record<SqlTokenKind, string> = {
  keyword: 'text-accent-ink',
  function: 'text-cold-ink',
  string: 'text-ok-ink',
  number: 'text-hot-ink',
  parameter: 'text-cache-ink',
  comment: 'text-ink-3 italic',
  text: '',
}

export interface CodeBlockProps {
  code: string
  language?: 'sql' | 'text' | undefined
  /** Accessible name of the scrollable region. */
  label?: string | undefined
  wrap?: boolean | undefined
  className?: string | undefined
}

export function CodeBlock({
  code,
  language = 'sql',
  label = 'Code',
  wrap = false,
  className,
}: CodeBlockProps) {
  return (
    <div className={joinClasses('group relative min-w-0 rounded-md border bg-sunken', className)}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-[inherit] overflow-auto rounded-md p-3 pr-10 scrollbar-thin"
      >
        <pre
          className={joinClasses(
            'font-mono text-ink text-xs leading-5',
            wrap && 'whitespace-pre-wrap break-words',
          )}
        >
          <code>
            {language === 'sql'
              ? withKeys(code).map(({ key, token }) => (
                  <span key={key} className={tokenClasses[token.kind]}>
                    {token.text}
                  </span>
                ))
              : code}
          </code>
        </pre>
      </section>
      <CopyButton text={code} label="Copy code" className="absolute top-1.5 right-1.5 bg-sunken" />
    </div>
  )
}

function withKeys(sql: string) {
  let offset = 0
  return highlightSql(sql).map((token) => {
    const key = offset
    offset += token.text.length
    return { key, token }
  })
}
