/** "frostline @ 1a2b3c4d". */
export function FileName({ of: { file, commit } }: { of: { file: string; commit: string | null } }) {
  return (
    <span className="font-mono text-xs" title={commit ?? undefined}>
      {file}
      {commit === null ? '' : ` @ ${commit.slice(0, 8)}`}
    </span>
  )
}
