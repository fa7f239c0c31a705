import type { BadRowsRule } from '@frostline/domain'

/** For a look at the objects: as many bad rows of one as the load would leave out. None of them is recorded. */
export function allowBadRows(rule: BadRowsRule): { input_format_allow_errors_num?: string } {
  return rule.kind === 'fail' ? {} : { input_format_allow_errors_num: String(rule.maxRowsPerObject) }
}
