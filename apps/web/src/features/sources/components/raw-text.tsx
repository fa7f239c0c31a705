import { showText } from '../name-of-key.ts'

/** A key or a value of somebody's data in one line, with what cannot be seen made visible; all of it on hover. */
export function RawText({ text, whole = text }: { text: string; whole?: string }) {
  return (
    <span className="truncate whitespace-pre font-mono text-xs" title={whole}>
      {showText(text)}
    </span>
  )
}
