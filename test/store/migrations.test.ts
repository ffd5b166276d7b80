import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { asApplied } from '../../src/store/migrate.ts'
import { countQuestionSettings } from '../../src/store/migrations/0015-count-question-settings.ts'
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts'
import { POSTGRES_DIALECT } from '../../src/store/postgres/schema.ts'
import { SQLITE_DIALECT } from '../../src/store/sqlite/schema.ts'

/**
 * The checksums in released databases. A line here never changes: if a statement has to differ, write another
 * migration.
 */
const RELEASED = {
  sqlite: {
    '0001-initial': '253115f979c2d44ba3bcc64e1f23ae1a1d3b888124e4c253ab68824e37747778',
    '0002-refused-recipients': '22b0328e9e2e82ca8ad14631241e08bc736f1e5a0f78de27d957d9d60ebd6887',
    '0003-last-backup': '056c1664a0b2b61f0ad758a54a04002b9642d3eafe11bb40c9dd2d465a409b6c',
    '0004-shown-counts': 'd6757cce5a56b83e9ec247192fc7cc80f602d806088e9885aed205c8968da2a5',
    '0005-shared-device': '93cabc552b82ce6b9446347af817d226309337d2bd01223e9a1662026dde0ec1',
    '0006-folded-slugs': 'c9e1da41a35f3aad4560a33e6e0cae38f92d05ccb53560055b16629e3e70599e',
    '0007-survey-language': '399c1512cb2799e9f9be71f034c02f4e66b01f97ddfc4a1e9b962feda5a0ea44',
    '0008-presentation': '71a43c0384569cd134764cc84d4f41c59f1b67faf9e0e13bbe33deb23e0c441c',
    '0009-restorations': 'd26a56bc093e319ed2696e439244dd9014b7b3c1babb58c7ff5f2445f9101c4d',
    '0010-edit-history': '3e4281c3945f2acb13370e44b0f01e2abac474cb34a7f179ec012039be1ade56',
    '0011-paced': 'fcfe7f8fd3b85f916d90d908e5cdbd35f5975bfdd0636a4e6d84c756ea82b9b9',
    '0012-question-settings': '667a4d918fd8a55f5efc06fbf527ff7c04b7a52216212acc5df1d660af7942f3',
    '0013-session-record': '1236d305796d31a61bc252015ebded8632a7ca6609777a017f1f18d71c5b7026',
    '0014-remote-link': '8b86f8e7a0015af99eef477b5db306807e2d50baf1508e30ed378b4cfd95fc4f',
    '0015-count-question-settings': '2f168719663df2d202bd60a4858d6e0b8e5355e1c2888782c2d48b954dc0b795',
    '0016-survey-texts': '5714cf7c55535cd4563ef4e0171c30c9ae3502b4ab8798e9ec6e4170ce73a563',
    '0017-response-limit': '3d5c34ec0cfe1098ddd6251634da420064862e7d37926627963b6219e8c4849a',
    '0018-groups': 'fada02aea4437e0a09f9b5b19f39e3d4ae89c731ee9ea38608f8355540b92026',
    '0019-opening': 'ddcb59b85dd86343e40541b541920d5db1b5a84a4ec067b51881e584cc6ede75',
    '0020-revealed-at-once': 'b256eb577e15af48787e37f79a47edcd7bb5ecc80cc6f5b23db8640ca3730a23',
  },
  postgres: {
    '0001-initial': '156871706c4364a531b5f0b390511e7237149bdd170fcbe03e7c490f37ea7d25',
    '0002-refused-recipients': '8407a512eb5c2e173503314969b7ff8338d85a29ce3272d6f19dad4157376d1e',
    '0003-last-backup': '548d7c815e9fd32465ae4dade823d86d09cbfb8c8f3cef7332febf1a2243e59a',
    '0004-shown-counts': 'd6757cce5a56b83e9ec247192fc7cc80f602d806088e9885aed205c8968da2a5',
    '0005-shared-device': 'ac4561d00ac19c5143382eba26f43eb5f9c1d63940adec76310478d299c57632',
    '0006-folded-slugs': 'c9e1da41a35f3aad4560a33e6e0cae38f92d05ccb53560055b16629e3e70599e',
    '0007-survey-language': '399c1512cb2799e9f9be71f034c02f4e66b01f97ddfc4a1e9b962feda5a0ea44',
    '0008-presentation': '71a43c0384569cd134764cc84d4f41c59f1b67faf9e0e13bbe33deb23e0c441c',
    '0009-restorations': 'd26a56bc093e319ed2696e439244dd9014b7b3c1babb58c7ff5f2445f9101c4d',
    '0010-edit-history': '3e4281c3945f2acb13370e44b0f01e2abac474cb34a7f179ec012039be1ade56',
    '0011-paced': 'a47e80a3ae6bb1010668d7e5f9a98c2b9b9b06bea3a49ab9885d23bde301932a',
    '0012-question-settings': '667a4d918fd8a55f5efc06fbf527ff7c04b7a52216212acc5df1d660af7942f3',
    '0013-session-record': '6c73c69bcf7fb7e2f4474a8edacf0670c457d06f718cf9b1ee906980d1e0ac32',
    '0014-remote-link': '8b86f8e7a0015af99eef477b5db306807e2d50baf1508e30ed378b4cfd95fc4f',
    '0015-count-question-settings': '2f168719663df2d202bd60a4858d6e0b8e5355e1c2888782c2d48b954dc0b795',
    '0016-survey-texts': '5714cf7c55535cd4563ef4e0171c30c9ae3502b4ab8798e9ec6e4170ce73a563',
    '0017-response-limit': '3d5c34ec0cfe1098ddd6251634da420064862e7d37926627963b6219e8c4849a',
    '0018-groups': 'fada02aea4437e0a09f9b5b19f39e3d4ae89c731ee9ea38608f8355540b92026',
    '0019-opening': '01d27329f7019f2e85c302d3d1cd3cc45d7d47df81e5098d512aaafa0793a87d',
    '0020-revealed-at-once': 'af8f23e7acab4d7c3743974cbdeada833568cdb85cbc70660ef9ac50ce909b79',
  },
}

describe('a released migration never changes', () => {
  for (const [engine, dialect] of Object.entries({ sqlite: SQLITE_DIALECT, postgres: POSTGRES_DIALECT }))
    test(`the statements on ${engine} are those of the releases`, () => {
      const checksums = Object.fromEntries(asApplied(dialect).map(({ name, checksum }) => [name, checksum]))
      assert.deepEqual(checksums, RELEASED[engine as keyof typeof RELEASED])
    })

  test('the name of a migration is that of its file, and begins with its number', () => {
    for (const [index, { name }] of MIGRATIONS.entries()) {
      assert.equal(name.slice(0, 5), `${String(index + 1).padStart(4, '0')}-`)
      assert.ok(existsSync(join(import.meta.dirname, `../../src/store/migrations/${name}.ts`)), name)
    }
  })
})

test('settings of questions that are stored uncounted are counted [storage-quota]', () => {
  const db = new DatabaseSync(':memory:')
  for (const table of ['survey', 'template'])
    db.exec(`create table ${table} (stored_bytes integer, question_settings text);
      insert into ${table} values (200, null), (300, '[{"description":"é"}]')`)
  for (const statement of countQuestionSettings.statements(SQLITE_DIALECT.syntax)) db.exec(statement)
  for (const table of ['survey', 'template'])
    assert.deepEqual(
      db
        .prepare(`select stored_bytes from ${table} order by 1`)
        .all()
        .map(row => row.stored_bytes),
      [200, 300 + Buffer.byteLength('[{"description":"é"}]')],
    )
})
