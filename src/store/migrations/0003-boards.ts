import type { SchemaSyntax } from '../engine.ts'

/** Questions that respondents ask on a board, and votes for them. No column says who, or when. */
export const boards = ({ integer, clusteredTableOptions: clustered }: SchemaSyntax): string[] => [
  `create table board_item (
    survey_id ${integer} not null references survey (id),
    question ${integer} not null,
    place ${integer} not null,
    id text not null unique,
    text text not null,
    state text not null check (state in ('shown', 'held', 'hidden', 'answered')),
    votes ${integer} not null,
    primary key (survey_id, question, place)
  )${clustered}`,
  'create index board_item_by_state on board_item (survey_id, question, state, votes)',
  `create table board_vote (
    survey_id ${integer} not null,
    question ${integer} not null,
    place ${integer} not null,
    voter text not null,
    primary key (survey_id, question, place, voter),
    foreign key (survey_id, question, place) references board_item (survey_id, question, place)
  )${clustered}`,
]
