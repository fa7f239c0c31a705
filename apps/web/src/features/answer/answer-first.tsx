import type { Answer, AnswerTone, Figure } from '@frostline/domain'
import { Bytes, formatCountOf, formatElapsed, formatRatio, joinClasses, RelativeTime } from '@frostline/ui'
import { Fragment, type ReactNode } from 'react'

interface AnswerFirstProps {
  answer: Answer
  /** The one picture: a bar, a map or a chart. */
  children?: ReactNode
  /** Inside a panel, which has a border already. */
  inset?: boolean | undefined
  /** One of several on a page: it is no landmark. */
  listed?: boolean | undefined
  className?: string | undefined
}

const edges: Record<AnswerTone, string> = {
  neutral: 'border-l-line-strong',
  accent: 'border-l-accent',
  ok: 'border-l-ok',
  warn: 'border-l-warn',
  danger: 'border-l-danger',
}

/** The answer in one sentence, over one picture. Tables come after it. */
export function AnswerFirst({
  answer,
  children,
  inset = false,
  listed = false,
  className,
}: AnswerFirstProps) {
  const Tag = listed ? 'div' : 'section'
  return (
    <Tag
      {...(listed ? {} : { 'aria-label': 'Answer' })}
      className={joinClasses(
        'flex min-w-0 flex-col gap-4 border-l-4',
        inset ? 'py-0.5 pl-3' : 'rounded-lg border bg-surface px-4 py-3',
        edges[answer.tone],
        className,
      )}
    >
      <p className="break-words font-medium text-ink">
        <Sentence answer={answer} />
      </p>
      {children}
    </Tag>
  )
}

function Sentence({ answer: { words } }: { answer: Answer }) {
  return words.map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words repeat, and their order is all they have
    <Fragment key={index}>{typeof word === 'string' ? word : <FigureText figure={word} />}</Fragment>
  ))
}

function FigureText({ figure }: { figure: Figure }) {
  switch (figure.kind) {
    case 'bytes':
      return <Bytes value={figure.value} />
    case 'count':
      return <span className="tabular-nums">{formatCountOf(figure.value, figure.one, figure.many)}</span>
    case 'duration':
      return <span className="tabular-nums">{formatElapsed(figure.elapsedMs)}</span>
    case 'time':
      return <RelativeTime at={figure.at} />
    case 'ratio':
      return <span className="tabular-nums">{formatRatio(figure.value, figure.base)}</span>
    case 'name':
      return <span className="break-all font-mono text-sm">{figure.value}</span>
  }
}
