import { expect, it } from 'vitest'
import { findSettingsFault } from './find-settings-fault.ts'

it.each([
  'SELECT 1',
  "SELECT 'SETTINGS x = file(1)', `SETTINGS`",
  'SELECT 1 SETTINGS max_threads = 1, max_block_size = 100',
  "SELECT (SELECT 2 SETTINGS max_threads = '5') SETTINGS session_timezone = 'Europe/Berlin', x = -1.5e-3, b = true, c = DEFAULT FORMAT JSON",
  "SELECT 1 SETTINGS log_comment = 'nightly warm-up' UNION ALL SELECT 2",
])('accepts numbers and words: %s', (sql) => expect(findSettingsFault(sql)).toBeNull())

it.each([
  "SELECT 1 SETTINGS additional_result_filter = 'file(1)'",
  "SELECT 1 SETTINGS max_threads = 1, additional_result_filter = 'it\\'s'",
  "SELECT 1 SETTINGS additional_result_filter = 'it''s', max_threads = 1",
  "SELECT * FROM t SETTINGS additional_table_filters = {'t':'file(1)'}",
  "SELECT 1 SETTINGS format_template_row = '/etc/passwd'",
  "SELECT 1 SETTINGS max_threads = 1 UNION ALL SELECT (SELECT 2 SETTINGS format_schema = 'a.b:c')",
  "SELECT 1 SETTINGS disk = disk(type = 'local')",
  'SELECT 1 SETTINGS d = [1, 2]',
  'SELECT 1 SETTINGS `max_threads` = 1',
])('rejects everything else: %s', (sql) => expect(findSettingsFault(sql)).toContain('setting'))
