'use client'
import { parseTtl, printTtl, type TtlParse } from '@frostline/domain'
import { choiceParam, type UrlParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import type { TableTtl } from '../table-ttl.ts'

/** Null: unchanged. An empty text is a draft too: no TTL. */
const draftParam: UrlParam<string | null> = { read: (raw) => raw, write: (value) => value }
const params = { draft: draftParam, edit: choiceParam(['rows', 'raw'] as const, 'rows') }

export interface TtlDraft {
  text: string
  parsed: TtlParse
  /** The TTL of most nodes. */
  stored: string
  changed: boolean
  edit: 'rows' | 'raw'
  setText: (text: string) => void
  setEdit: (edit: 'rows' | 'raw') => void
  discard: () => void
}

/** The TTL draft, kept in the URL so that it can be sent to a colleague for review. */
export function useTtlDraft(ttl: TableTtl | undefined): TtlDraft {
  const [{ draft, edit }, setUrl] = useUrlState(params)
  const stored = ttl?.data.forms[0]?.ttl ?? ''
  const text = draft ?? stored
  const parsed = parseTtl(text)
  return {
    text,
    parsed,
    stored,
    changed: parsed.kind === 'refused' || printTtl(parsed.rules) !== normalized(stored),
    edit,
    setText: (next) => setUrl({ draft: next }),
    setEdit: (next) => setUrl({ edit: next }),
    discard: () => setUrl({ draft: null }),
  }
}

function normalized(text: string): string {
  const parsed = parseTtl(text)
  return parsed.kind === 'parsed' ? printTtl(parsed.rules) : text
}
