import { showText } from '../name-of-key.ts'

/** A key or a value of user data in one line, with invisible characters made visible; in full on hover. */
export function RawText({ text, whole = text }: { text: string; whole?: string }) {
  return (
    <span className="truncate whitespace-pre font-mono text-xs" title={whole}>
      {showText(text)}
    </span>
  )
}
