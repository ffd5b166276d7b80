export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a token
         * @description Touches no survey data. Takes either scope.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/surveys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List surveys
         * @description Newest first. Archived surveys are never listed. Needs surveys:read; include_admin=1 needs surveys:write too.
         */
        get: operations["listSurveys"];
        put?: never;
        /**
         * Create a survey
         * @description It is open at once and has no expiry. Without a theme it takes the palette last saved in the browser.
         */
        post: operations["createSurvey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/surveys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a survey
         * @description With every response, padded to the questions the survey has now; or, with view=aggregate, with counts in their place.
         */
        get: operations["readSurvey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a survey
         * @description Everything sent is validated before anything is written. Once there are responses, questions may be added and reworded, and options added or reordered; nothing may be removed, moved, retyped or renamed.
         */
        patch: operations["changeSurvey"];
        trace?: never;
    };
    "/api/v1/surveys/{id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a survey
         * @description Copies the questions into a new survey. It has its own link, its own admin token and no responses; neither expiry nor archived state come along.
         */
        post: operations["cloneSurvey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/surveys/{id}/save-as-template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a survey as a template
         * @description A snapshot: editing the survey later does not change it. The name defaults to the survey's title.
         */
        post: operations["saveAsTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Most recently updated first, with their questions in full.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description Its questions are validated as on creating a survey.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Launch a template
         * @description Opens a new survey with the questions that the template has at this moment. The survey's title is the template's name.
         */
        post: operations["launchTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Matches the answer to an earlier question; no answer matches nothing. */
        Condition: {
            /** @description Zero-based position of an earlier multiple_choice question. */
            questionIndex: number;
            /** @description Matches where one of these options was chosen. */
            values: string[];
        };
        /** @description When a conditional question is required. */
        ConditionGroup: {
            /**
             * @description `all`: every condition must match. `any`: one is enough.
             * @enum {string}
             */
            op: "all" | "any";
            conditions: components["schemas"]["Condition"][];
        };
        /** @description The question need not be answered. */
        OptionalRequirement: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            mode: "optional";
        };
        /** @description The question must be answered exactly when the group matches. */
        ConditionalRequirement: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            mode: "conditional";
            when: components["schemas"]["ConditionGroup"];
        };
        /** @description Whether an answer is required; the question is shown in any case. */
        Requirement: components["schemas"]["OptionalRequirement"] | components["schemas"]["ConditionalRequirement"];
        /** @description One of several options is chosen. */
        MultipleChoiceQuestion: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "multiple_choice";
            text: string;
            /** @description No two the same. An answer is the text of one of them. */
            options: string[];
            requirement?: components["schemas"]["Requirement"];
            /** @description Position in the list. */
            index: number;
        };
        /** @description Answered with an integer from 1 to 10. */
        RatingQuestion: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rating";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description Position in the list. */
            index: number;
        };
        /** @description Answered with a text of at most 10,000 characters. */
        FreeTextQuestion: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "free_text";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description Position in the list. */
            index: number;
        };
        /** @description A board, on which respondents ask and vote. It collects no answer. */
        UpvotedQuestion: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "upvoted_question";
            text: string;
            /** @description New questions wait until the creator shows them. */
            moderated?: boolean;
            requirement?: components["schemas"]["Requirement"];
            /** @description Position in the list. */
            index: number;
        };
        /** @description A question as it is read. All other properties, at any depth, are kept as sent and returned; nothing reads them. */
        Question: components["schemas"]["MultipleChoiceQuestion"] | components["schemas"]["RatingQuestion"] | components["schemas"]["FreeTextQuestion"] | components["schemas"]["UpvotedQuestion"];
        /** @description One of several options is chosen. */
        MultipleChoiceQuestionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "multiple_choice";
            text: string;
            /** @description No two the same. An answer is the text of one of them. */
            options: string[];
            requirement?: components["schemas"]["Requirement"];
            /** @description On an edit, the integer that the stored question has as `index`; leave it out on a new question. Nothing reads it elsewhere. */
            index?: unknown;
        };
        /** @description Answered with an integer from 1 to 10. */
        RatingQuestionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rating";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description On an edit, the integer that the stored question has as `index`; leave it out on a new question. Nothing reads it elsewhere. */
            index?: unknown;
        };
        /** @description Answered with a text of at most 10,000 characters. */
        FreeTextQuestionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "free_text";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description On an edit, the integer that the stored question has as `index`; leave it out on a new question. Nothing reads it elsewhere. */
            index?: unknown;
        };
        /** @description A board, on which respondents ask and vote. It collects no answer. */
        UpvotedQuestionInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "upvoted_question";
            text: string;
            /** @description New questions wait until the creator shows them. */
            moderated?: boolean;
            requirement?: components["schemas"]["Requirement"];
            /** @description On an edit, the integer that the stored question has as `index`; leave it out on a new question. Nothing reads it elsewhere. */
            index?: unknown;
        };
        /** @description A question as it is sent. All other properties, at any depth, are kept as sent and returned; nothing reads them. */
        QuestionInput: components["schemas"]["MultipleChoiceQuestionInput"] | components["schemas"]["RatingQuestionInput"] | components["schemas"]["FreeTextQuestionInput"] | components["schemas"]["UpvotedQuestionInput"];
        /** @description A preset, or two colours of your own. `default` is the standard palette and replaces any other. */
        Theme: ("default" | "sunset" | "ocean" | "forest" | "rose" | "slate") | {
            primary: string;
            background: string;
        };
        /** @description A response, with everything that is stored about it. */
        ResponseItem: {
            /**
             * Format: uuid
             * @description The row's own id; says nothing about who answered.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was submitted.
             */
            submitted_at: string;
            /** @description One for each question: an option's text, an integer from 1 to 10, a text, or null for none. */
            answers: (string | number | null)[];
        };
        /** @description A survey with every response, oldest first. */
        SurveyDetail: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            /** @description At most 200 Unicode code points. */
            title: string;
            /**
             * @description A closed survey stays `closed` after its expiry.
             * @enum {string}
             */
            status: "open" | "closed" | "expired";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When it stops accepting responses; null for never. */
            expires_at: string | null;
            /**
             * Format: uri
             * @description Public link for respondents.
             */
            url: string;
            questions: components["schemas"]["Question"][];
            response_count: number;
            responses: components["schemas"]["ResponseItem"][];
            theme: components["schemas"]["Theme"];
        };
        /** @description How often each option was chosen. */
        MultipleChoiceResult: {
            index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "multiple_choice";
            text: string;
            /** @description Responses that answered it. */
            answered: number;
            /** @description Every option in the question's order, also those that nobody chose. */
            tally: {
                option: string;
                count: number;
            }[];
        };
        /** @description How often each rating was given. */
        RatingResult: {
            index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rating";
            text: string;
            /** @description Responses that answered it. */
            answered: number;
            /** @description Rounded to two decimal places; null if nobody answered. */
            mean: number | null;
            distribution: {
                value: number;
                count: number;
            }[];
        };
        /** @description How many answered. The texts are in the full view. */
        FreeTextResult: {
            index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "free_text";
            text: string;
            /** @description Responses that answered it. */
            answered: number;
        };
        /** @description How many questions the board shows, and their votes. */
        UpvotedQuestionResult: {
            index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "upvoted_question";
            text: string;
            /** @description Responses that answered it. */
            answered: number;
            board: {
                items: number;
                votes: number;
            };
        };
        /** @description The counts for one question. */
        Result: components["schemas"]["MultipleChoiceResult"] | components["schemas"]["RatingResult"] | components["schemas"]["FreeTextResult"] | components["schemas"]["UpvotedQuestionResult"];
        /** @description A survey with counts in place of responses. */
        SurveyAggregate: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            /** @description At most 200 Unicode code points. */
            title: string;
            /**
             * @description A closed survey stays `closed` after its expiry.
             * @enum {string}
             */
            status: "open" | "closed" | "expired";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When it stops accepting responses; null for never. */
            expires_at: string | null;
            /**
             * Format: uri
             * @description Public link for respondents.
             */
            url: string;
            questions: components["schemas"]["Question"][];
            response_count: number;
            /** @description One for each question, in order. */
            results: components["schemas"]["Result"][];
            theme: components["schemas"]["Theme"];
        };
        /** @description A survey in the list. */
        SurveyListItem: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            title: string;
            /**
             * @description The stored status: an expired survey is still `open`.
             * @enum {string}
             */
            status: "open" | "closed";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            response_count: number;
            /**
             * Format: uri
             * @description Public link for respondents.
             */
            url: string;
            /**
             * Format: uuid
             * @description Only with include_admin=1.
             */
            admin_token?: string;
            /**
             * Format: uri
             * @description Only with include_admin=1.
             */
            admin_url?: string;
        };
        /** @description A survey that was just created. It is open. */
        CreatedSurvey: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            title: string;
            /**
             * Format: uri
             * @description Public link for respondents.
             */
            url: string;
            /**
             * Format: uuid
             * @description Opens the dashboard. Store it: reading the survey does not return it.
             */
            admin_token: string;
            /**
             * Format: uri
             * @description Dashboard link; contains the admin token.
             */
            admin_url: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            theme: components["schemas"]["Theme"];
        };
        /** @description A survey with the questions of another. */
        ClonedSurvey: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            title: string;
            /**
             * Format: uri
             * @description Public link for respondents.
             */
            url: string;
            /**
             * Format: uuid
             * @description Opens the dashboard. Store it: reading the survey does not return it.
             */
            admin_token: string;
            /**
             * Format: uri
             * @description Dashboard link; contains the admin token.
             */
            admin_url: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            theme: components["schemas"]["Theme"];
            /** @description The id of the original. */
            cloned_from: string;
        };
        /** @description A survey with the questions of a template. */
        LaunchedSurvey: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            title: string;
            /**
             * Format: uri
             * @description Public link for respondents.
             */
            url: string;
            /**
             * Format: uuid
             * @description Opens the dashboard. Store it: reading the survey does not return it.
             */
            admin_token: string;
            /**
             * Format: uri
             * @description Dashboard link; contains the admin token.
             */
            admin_url: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            theme: components["schemas"]["Theme"];
            /** @description The template it came from. */
            template_id: string;
        };
        /** @description The stored status, and each field that was sent. */
        ChangedSurvey: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            /**
             * @description The stored status.
             * @enum {string}
             */
            status: "open" | "closed";
            theme?: components["schemas"]["Theme"];
            questions?: components["schemas"]["Question"][];
            archived?: boolean;
        };
        /** @description A saved list of questions. */
        Template: {
            id: string;
            name: string;
            questions: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        /** @description A template made from a survey. */
        SavedTemplate: {
            id: string;
            name: string;
            question_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description The survey's id. */
            saved_from: string;
        };
        /** @description The account of a token, and what the token may do. */
        Me: {
            user_id: string;
            /** @description Scopes separated by spaces. */
            scope: string;
            /**
             * @description `pat`: a personal token. `oauth`: held by an application.
             * @enum {string}
             */
            kind: "pat" | "oauth";
        };
        /** @description Why a request was refused. */
        Error: {
            /** @description The reason, for people. */
            error: string;
            /**
             * @description For programs; not every error has one.
             * @enum {string}
             */
            code?: "entitlement_required" | "insufficient_scope" | "survey_limit_reached" | "template_limit_reached" | "slug_taken" | "survey_expired" | "idempotency_key_reused" | "storage_limit_reached";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whose token it is. */
            200: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSurveys: {
        parameters: {
            query?: {
                /** @description `1` adds admin_token and admin_url to every row. */
                include_admin?: "0" | "1";
                /** @description `0` leaves out closed surveys. */
                include_closed?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The surveys. */
            200: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        surveys: components["schemas"]["SurveyListItem"][];
                    };
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSurvey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry. For 24 hours after a request has succeeded, the same path and body with the same key create nothing more: the response is what was created, as it is now, and no custom slug is counted. A refused request can be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Team lunch",
                 *       "slug": "team-lunch",
                 *       "theme": "forest",
                 *       "questions": [
                 *         {
                 *           "type": "multiple_choice",
                 *           "text": "Will you come?",
                 *           "options": [
                 *             "Yes",
                 *             "No"
                 *           ]
                 *         },
                 *         {
                 *           "type": "free_text",
                 *           "text": "What should the kitchen know?",
                 *           "requirement": {
                 *             "mode": "conditional",
                 *             "when": {
                 *               "op": "all",
                 *               "conditions": [
                 *                 {
                 *                   "questionIndex": 0,
                 *                   "values": [
                 *                     "Yes"
                 *                   ]
                 *                 }
                 *               ]
                 *             }
                 *           }
                 *         },
                 *         {
                 *           "type": "rating",
                 *           "text": "How good was the last lunch?",
                 *           "requirement": {
                 *             "mode": "optional"
                 *           }
                 *         },
                 *         {
                 *           "type": "upvoted_question",
                 *           "text": "Ask the cook",
                 *           "moderated": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description At most 200 Unicode code points. */
                    title: string;
                    questions: components["schemas"]["QuestionInput"][];
                    /** @description A link of your own; not `api`. An account has 30 attempts an hour. */
                    slug?: string;
                    theme?: components["schemas"]["Theme"];
                };
            };
        };
        responses: {
            /** @description The survey, with its admin token. */
            201: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSurvey"];
                };
            };
            /** @description The body or the Idempotency-Key is not valid; `error` is the reason and nothing was done. */
            400: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What was created with the Idempotency-Key has been deleted since. */
            404: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request arrived too slowly. */
            408: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request (`idempotency_key_reused`). The account owns 500 surveys (`survey_limit_reached`). The slug is in use (`slug_taken`). */
            409: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 1 MiB. */
            413: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a Content-Encoding, such as gzip. */
            415: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readSurvey: {
        parameters: {
            query?: {
                /** @description `full`: every response. `aggregate`: counts in their place. */
                view?: "full" | "aggregate";
            };
            header?: never;
            path: {
                /** @description The survey's slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SurveyDetail, or SurveyAggregate for view=aggregate. */
            200: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyDetail"] | components["schemas"]["SurveyAggregate"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such survey, or it belongs to another account. */
            404: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeSurvey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The survey's slug. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At least one of the four; a partly invalid request changes nothing. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "closed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Opens or closes the survey.
                     * @enum {string}
                     */
                    status?: "open" | "closed";
                    theme?: components["schemas"]["Theme"];
                    questions?: components["schemas"]["QuestionInput"][];
                    /** @description Whether the survey is left out of the list. */
                    archived?: boolean;
                };
            };
        };
        responses: {
            /** @description What was changed. */
            200: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSurvey"];
                };
            };
            /** @description The body is not valid; `error` is the reason and nothing was done. */
            400: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such survey, or it belongs to another account. */
            404: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request arrived too slowly. */
            408: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It would be reopened although its expiry has passed (`survey_expired`). */
            409: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 1 MiB. */
            413: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a Content-Encoding, such as gzip. */
            415: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cloneSurvey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry. For 24 hours after a request has succeeded, the same path and body with the same key create nothing more: the response is what was created, as it is now, and no custom slug is counted. A refused request can be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The survey's slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Team lunch in July",
                 *       "slug": "team-lunch-july"
                 *     }
                 */
                "application/json": {
                    /** @description At most 200 Unicode code points. */
                    title?: string;
                    /** @description A link of your own; not `api`. An account has 30 attempts an hour. */
                    slug?: string;
                    theme?: components["schemas"]["Theme"];
                };
            };
        };
        responses: {
            /** @description The new survey. */
            201: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClonedSurvey"];
                };
            };
            /** @description The body or the Idempotency-Key is not valid; `error` is the reason and nothing was done. */
            400: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such survey, or it belongs to another account. Or what was created with the Idempotency-Key has been deleted since. */
            404: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request arrived too slowly. */
            408: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request (`idempotency_key_reused`). The account owns 500 surveys (`survey_limit_reached`). The slug is in use (`slug_taken`). */
            409: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 1 MiB. */
            413: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a Content-Encoding, such as gzip. */
            415: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveAsTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry. For 24 hours after a request has succeeded, the same path and body with the same key create nothing more: the response is what was created, as it is now, and no custom slug is counted. A refused request can be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The survey's slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Lunch"
                 *     }
                 */
                "application/json": {
                    /** @description At most 200 Unicode code points. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The template, without its questions. */
            201: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedTemplate"];
                };
            };
            /** @description The body or the Idempotency-Key is not valid; `error` is the reason and nothing was done. */
            400: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such survey, or it belongs to another account. Or what was created with the Idempotency-Key has been deleted since. */
            404: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request arrived too slowly. */
            408: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request (`idempotency_key_reused`). The account holds 200 templates (`template_limit_reached`). */
            409: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 1 MiB. */
            413: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a Content-Encoding, such as gzip. */
            415: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["Template"][];
                    };
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry. For 24 hours after a request has succeeded, the same path and body with the same key create nothing more: the response is what was created, as it is now, and no custom slug is counted. A refused request can be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coming?",
                 *       "questions": [
                 *         {
                 *           "type": "multiple_choice",
                 *           "text": "Will you come?",
                 *           "options": [
                 *             "Yes",
                 *             "No"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description At most 200 Unicode code points. */
                    name: string;
                    questions: components["schemas"]["QuestionInput"][];
                };
            };
        };
        responses: {
            /** @description The template. */
            201: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The body or the Idempotency-Key is not valid; `error` is the reason and nothing was done. */
            400: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What was created with the Idempotency-Key has been deleted since. */
            404: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request arrived too slowly. */
            408: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request (`idempotency_key_reused`). The account holds 200 templates (`template_limit_reached`). */
            409: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 1 MiB. */
            413: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a Content-Encoding, such as gzip. */
            415: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    launchTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry. For 24 hours after a request has succeeded, the same path and body with the same key create nothing more: the response is what was created, as it is now, and no custom slug is counted. A refused request can be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description From the list of templates. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "slug": "friday",
                 *       "theme": "forest"
                 *     }
                 */
                "application/json": {
                    /** @description A link of your own; not `api`. An account has 30 attempts an hour. */
                    slug?: string;
                    theme?: components["schemas"]["Theme"];
                };
            };
        };
        responses: {
            /** @description The new survey. */
            201: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaunchedSurvey"];
                };
            };
            /** @description The body or the Idempotency-Key is not valid; `error` is the reason and nothing was done. */
            400: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No token, or one that is malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No current subscription (`entitlement_required`), or the token lacks the scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`: the scope needed. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such template, or it belongs to another account. Or what was created with the Idempotency-Key has been deleted since. */
            404: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request arrived too slowly. */
            408: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request (`idempotency_key_reused`). The account owns 500 surveys (`survey_limit_reached`). The slug is in use (`slug_taken`). */
            409: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 1 MiB. */
            413: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body has a Content-Encoding, such as gzip. */
            415: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request has an Expect header other than `100-continue`. */
            417: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over 600 calls an hour on the token, with Retry-After; or over 30 custom slugs an hour, without. */
            429: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds; over the call limit only. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large. */
            431: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error in the service; its log has the cause under the same X-Request-Id. */
            500: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The storage is unavailable; nothing was done. */
            503: {
                headers: {
                    /** @description An id of this request, fresh each time; the log has it too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
