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
         * @description Returns the account and the scopes of the token. Requires either scope.
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
         * @description Newest first. Archived surveys are not listed. Requires the scope surveys:read; include_admin=1 also requires surveys:write. There are no pages and no other order: `limit`, `page`, `offset`, `since` and `sort` are ignored. An account has at most 500 surveys.
         */
        get: operations["listSurveys"];
        put?: never;
        /**
         * Create a survey
         * @description The survey is open immediately and has no deadline. If you leave out the theme, it gets the colours that the account last saved in the browser.
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
         * @description Returns the survey with all responses, or with counts if view=aggregate. Responses that were submitted before a question was added have null as its answer. There are no pages and no other order: `limit`, `page`, `offset`, `since` and `sort` are ignored. To read responses page by page, or only those that are new, send the admin token to `GET /admin/api/{slug}/responses`, which takes `limit` and `after`.
         */
        get: operations["readSurvey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a survey
         * @description If any field is invalid, nothing changes. Once a survey has responses, you can add and reword questions, and add and reorder options. You can no longer remove or move questions, change their types, or rename or remove options.
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
         * @description Creates a survey with the same questions. It has its own link and admin token, no responses and no deadline, and is not archived.
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
         * @description Copies the questions: later changes to the survey do not change the template. The default name is the title of the survey.
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
         * @description Most recently updated first, including their questions. There are no pages and no other order: `limit`, `page`, `offset`, `since` and `sort` are ignored. An account has at most 200 templates.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description The questions follow the same rules as those of a survey.
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
         * @description Creates an open survey with the current questions of the template. Its title is the name of the template.
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
        /** @description A condition on the answer to an earlier question. It never matches an unanswered question. */
        Condition: {
            /** @description Zero-based index of an earlier multiple_choice question. */
            questionIndex: number;
            /** @description The condition matches if one of these options was chosen. */
            values: string[];
        };
        /** @description The conditions under which a question is required. */
        ConditionGroup: {
            /**
             * @description `all`: every condition must match. `any`: at least one condition must match.
             * @enum {string}
             */
            op: "all" | "any";
            conditions: components["schemas"]["Condition"][];
        };
        /** @description An answer is optional. */
        OptionalRequirement: {
            /** @enum {string} */
            mode: "optional";
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            mode: "optional";
        };
        /** @description An answer is required if the conditions match, and optional otherwise. */
        ConditionalRequirement: {
            /** @enum {string} */
            mode: "conditional";
            when: components["schemas"]["ConditionGroup"];
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            mode: "conditional";
        };
        /** @description Whether an answer is required; by default it is. The question is always shown. */
        Requirement: components["schemas"]["OptionalRequirement"] | components["schemas"]["ConditionalRequirement"];
        /** @description Respondents choose one of several options. */
        MultipleChoiceQuestion: {
            /** @enum {string} */
            type: "multiple_choice";
            text: string;
            /** @description All options must be different. An answer is the text of one of them. */
            options: string[];
            requirement?: components["schemas"]["Requirement"];
            /** @description Zero-based position in the list. */
            index: number;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "multiple_choice";
        };
        /** @description Respondents give an integer from 1 to 10. */
        RatingQuestion: {
            /** @enum {string} */
            type: "rating";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description Zero-based position in the list. */
            index: number;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rating";
        };
        /** @description Respondents write up to 10,000 characters. */
        FreeTextQuestion: {
            /** @enum {string} */
            type: "free_text";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description Zero-based position in the list. */
            index: number;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "free_text";
        };
        /** @description A board where respondents ask questions and vote for them. Responses have no answer to it. */
        UpvotedQuestion: {
            /** @enum {string} */
            type: "upvoted_question";
            text: string;
            /** @description Whether new questions stay hidden until the creator approves them. */
            moderated?: boolean;
            requirement?: components["schemas"]["Requirement"];
            /** @description Zero-based position in the list. */
            index: number;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "upvoted_question";
        };
        /** @description A question as the API returns it. Properties that are not described here are stored and returned unchanged. */
        Question: components["schemas"]["MultipleChoiceQuestion"] | components["schemas"]["RatingQuestion"] | components["schemas"]["FreeTextQuestion"] | components["schemas"]["UpvotedQuestion"];
        /** @description Respondents choose one of several options. */
        MultipleChoiceQuestionInput: {
            /** @enum {string} */
            type: "multiple_choice";
            text: string;
            /** @description All options must be different. An answer is the text of one of them. */
            options: string[];
            requirement?: components["schemas"]["Requirement"];
            /** @description When you change a survey, the `index` of the stored question; leave it out for a new question. Ignored in other requests. */
            index?: unknown;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "multiple_choice";
        };
        /** @description Respondents give an integer from 1 to 10. */
        RatingQuestionInput: {
            /** @enum {string} */
            type: "rating";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description When you change a survey, the `index` of the stored question; leave it out for a new question. Ignored in other requests. */
            index?: unknown;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rating";
        };
        /** @description Respondents write up to 10,000 characters. */
        FreeTextQuestionInput: {
            /** @enum {string} */
            type: "free_text";
            text: string;
            requirement?: components["schemas"]["Requirement"];
            /** @description When you change a survey, the `index` of the stored question; leave it out for a new question. Ignored in other requests. */
            index?: unknown;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "free_text";
        };
        /** @description A board where respondents ask questions and vote for them. Responses have no answer to it. */
        UpvotedQuestionInput: {
            /** @enum {string} */
            type: "upvoted_question";
            text: string;
            /** @description Whether new questions stay hidden until the creator approves them. */
            moderated?: boolean;
            requirement?: components["schemas"]["Requirement"];
            /** @description When you change a survey, the `index` of the stored question; leave it out for a new question. Ignored in other requests. */
            index?: unknown;
        } & {
            [key: string]: unknown;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "upvoted_question";
        };
        /** @description A question as you send it. Properties that are not described here are stored and returned unchanged. */
        QuestionInput: components["schemas"]["MultipleChoiceQuestionInput"] | components["schemas"]["RatingQuestionInput"] | components["schemas"]["FreeTextQuestionInput"] | components["schemas"]["UpvotedQuestionInput"];
        /** @description A preset, or two colours of your own. `default` restores the standard colours. */
        Theme: ("default" | "sunset" | "ocean" | "forest" | "rose" | "slate") | {
            primary: string;
            background: string;
        };
        /** @description A response. Nothing else is stored about it. */
        ResponseItem: {
            /**
             * Format: uuid
             * @description A random id, which says nothing about the respondent.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was submitted.
             */
            submitted_at: string;
            /** @description One answer per question, in order: the text of an option, an integer from 1 to 10, free text, or null if unanswered. */
            answers: (string | number | null)[];
        };
        /** @description A survey with every response, oldest first. */
        SurveyDetail: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            /** @description At most 200 Unicode code points. */
            title: string;
            /**
             * @description A survey that was closed before it expired is `closed`.
             * @enum {string}
             */
            status: "open" | "closed" | "expired";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When the survey stops accepting responses; null if it has no deadline. */
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
            /** @description Number of responses with an answer to this question. */
            answered: number;
            /** @description All options in order, including those that nobody chose. */
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
            /** @description Number of responses with an answer to this question. */
            answered: number;
            /** @description Rounded to two decimal places; null if nobody answered. */
            mean: number | null;
            distribution: {
                value: number;
                count: number;
            }[];
        };
        /** @description The number of answers. The texts are in the full view. */
        FreeTextResult: {
            index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "free_text";
            text: string;
            /** @description Number of responses with an answer to this question. */
            answered: number;
        };
        /** @description The number of visible questions on the board, and of votes for them. */
        UpvotedQuestionResult: {
            index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "upvoted_question";
            text: string;
            /** @description Number of responses with an answer to this question. */
            answered: number;
            board: {
                items: number;
                votes: number;
            };
        };
        /** @description The results for one question. */
        Result: components["schemas"]["MultipleChoiceResult"] | components["schemas"]["RatingResult"] | components["schemas"]["FreeTextResult"] | components["schemas"]["UpvotedQuestionResult"];
        /** @description A survey with counts instead of responses. */
        SurveyAggregate: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            /** @description At most 200 Unicode code points. */
            title: string;
            /**
             * @description A survey that was closed before it expired is `closed`.
             * @enum {string}
             */
            status: "open" | "closed" | "expired";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When the survey stops accepting responses; null if it has no deadline. */
            expires_at: string | null;
            /**
             * Format: uri
             * @description Public link for respondents.
             */
            url: string;
            questions: components["schemas"]["Question"][];
            response_count: number;
            /** @description One result per question, in order. */
            results: components["schemas"]["Result"][];
            theme: components["schemas"]["Theme"];
        };
        /** @description A survey in a list. */
        SurveyListItem: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            title: string;
            /**
             * @description Expiry does not change this status: an expired survey is still `open`.
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
        /** @description A new survey. It is open. */
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
             * @description Gives access to the dashboard. Store it, since reading the survey does not return it.
             */
            admin_token: string;
            /**
             * Format: uri
             * @description Link to the dashboard. It contains the admin token.
             */
            admin_url: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            theme: components["schemas"]["Theme"];
        };
        /** @description A new survey with the questions of another survey. */
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
             * @description Gives access to the dashboard. Store it, since reading the survey does not return it.
             */
            admin_token: string;
            /**
             * Format: uri
             * @description Link to the dashboard. It contains the admin token.
             */
            admin_url: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            theme: components["schemas"]["Theme"];
            /** @description The id of the original survey. */
            cloned_from: string;
        };
        /** @description A new survey with the questions of a template. */
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
             * @description Gives access to the dashboard. Store it, since reading the survey does not return it.
             */
            admin_token: string;
            /**
             * Format: uri
             * @description Link to the dashboard. It contains the admin token.
             */
            admin_url: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            theme: components["schemas"]["Theme"];
            /** @description The id of the template. */
            template_id: string;
        };
        /** @description The status of the survey, and every field that was sent. */
        ChangedSurvey: {
            /** @description The survey's slug, as in its public link. */
            id: string;
            /**
             * @description Expiry does not change this status.
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
        /** @description A template that was created from a survey. */
        SavedTemplate: {
            id: string;
            name: string;
            question_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description The id of the survey. */
            saved_from: string;
        };
        /** @description The account that a token belongs to, and the scopes of the token. */
        Me: {
            user_id: string;
            /** @description Scopes separated by spaces. */
            scope: string;
            /**
             * @description `pat`: a personal API token. `oauth`: an access token of an authorized application.
             * @enum {string}
             */
            kind: "pat" | "oauth";
        };
        /** @description An error. */
        ErrorBody: {
            /** @description A message for humans. */
            error: string;
            /**
             * @description Identifies the error in programs. Not every error has a code.
             * @enum {string}
             */
            code?: "entitlement_required" | "insufficient_scope" | "survey_limit_reached" | "daily_survey_limit_reached" | "template_limit_reached" | "slug_taken" | "survey_expired" | "survey_changed" | "idempotency_key_reused" | "storage_limit_reached";
        };
        NewSurvey: {
            /** @description At most 200 Unicode code points. */
            title: string;
            questions: components["schemas"]["QuestionInput"][];
            /** @description A custom slug for the public link; `api` is reserved. An account can try 30 slugs per hour. */
            slug?: string;
            theme?: components["schemas"]["Theme"];
        };
        /** @description At least one field. If any field is invalid, nothing changes. */
        SurveyChange: {
            /**
             * @description Opens or closes the survey.
             * @enum {string}
             */
            status?: "open" | "closed";
            theme?: components["schemas"]["Theme"];
            questions?: components["schemas"]["QuestionInput"][];
            /** @description Whether the survey is excluded from the list. */
            archived?: boolean;
        };
        CloneChoices: {
            /** @description At most 200 Unicode code points. */
            title?: string;
            /** @description A custom slug for the public link; `api` is reserved. An account can try 30 slugs per hour. */
            slug?: string;
            theme?: components["schemas"]["Theme"];
        };
        TemplateName: {
            /** @description At most 200 Unicode code points. */
            name?: string;
        };
        NewTemplate: {
            /** @description At most 200 Unicode code points. */
            name: string;
            questions: components["schemas"]["QuestionInput"][];
        };
        LaunchChoices: {
            /** @description A custom slug for the public link; `api` is reserved. An account can try 30 slugs per hour. */
            slug?: string;
            theme?: components["schemas"]["Theme"];
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
            /** @description The account of a token. */
            200: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listSurveys: {
        parameters: {
            query?: {
                /** @description `1` adds admin_token and admin_url to every survey. */
                include_admin?: "0" | "1";
                /** @description `0` excludes closed surveys. */
                include_closed?: "0" | "1";
            };
            header?: {
                /** @description The ETag of an earlier read. If nothing has changed since, the response is 304, without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The surveys. */
            200: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Stands for this state. Send it as If-Match with a change of it, or as If-None-Match with the next read. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        surveys: components["schemas"]["SurveyListItem"][];
                    };
                };
            };
            /** @description Nothing has changed since the read whose ETag was sent. */
            304: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description As before. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createSurvey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours after a request has succeeded, a request with the same key, path and body creates nothing: it returns what the first one created, in its current state, and does not count towards the limit of custom slugs. After an error, you can send the request again with the same key. */
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
                "application/json": components["schemas"]["NewSurvey"];
            };
        };
        responses: {
            /** @description The new survey, with its admin token. */
            201: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSurvey"];
                };
            };
            /** @description The body or a header is invalid. `error` says why. Nothing was changed. */
            400: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description What was created with this Idempotency-Key has been deleted. */
            404: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`). The account has 500 surveys (`survey_limit_reached`). The slug is already in use (`slug_taken`). The account has reached its storage limit (`storage_limit_reached`). */
            409: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readSurvey: {
        parameters: {
            query?: {
                /** @description `full`: all responses. `aggregate`: counts instead of responses. */
                view?: "full" | "aggregate";
            };
            header?: {
                /** @description The ETag of an earlier read. If nothing has changed since, the response is 304, without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The survey's slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The survey: SurveyDetail, or SurveyAggregate if view=aggregate. */
            200: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Stands for this state. Send it as If-Match with a change of it, or as If-None-Match with the next read. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyDetail"] | components["schemas"]["SurveyAggregate"];
                };
            };
            /** @description Nothing has changed since the read whose ETag was sent. */
            304: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description As before. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey does not exist, or belongs to another account. */
            404: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    changeSurvey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the survey as you read it. If anybody has edited it since, the request is refused with 412 and does nothing. Responses that have arrived since make no difference. */
                "If-Match"?: string;
            };
            path: {
                /** @description The survey's slug. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At least one field. If any field is invalid, nothing changes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "closed"
                 *     }
                 */
                "application/json": components["schemas"]["SurveyChange"];
            };
        };
        responses: {
            /** @description The changed fields. */
            200: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Stands for the new state. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSurvey"];
                };
            };
            /** @description The body or a header is invalid. `error` says why. Nothing was changed. */
            400: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey does not exist, or belongs to another account. */
            404: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has expired (`survey_expired`). To reopen it, change its deadline in the dashboard first. The questions would become longer, and the account has reached its storage limit (`storage_limit_reached`). */
            409: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    cloneSurvey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours after a request has succeeded, a request with the same key, path and body creates nothing: it returns what the first one created, in its current state, and does not count towards the limit of custom slugs. After an error, you can send the request again with the same key. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the survey as you read it. If anybody has edited it since, the request is refused with 412 and does nothing. Responses that have arrived since make no difference. */
                "If-Match"?: string;
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
                "application/json": components["schemas"]["CloneChoices"];
            };
        };
        responses: {
            /** @description The new survey. */
            201: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClonedSurvey"];
                };
            };
            /** @description The body or a header is invalid. `error` says why. Nothing was changed. */
            400: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey does not exist, or belongs to another account. Or what was created with this Idempotency-Key has been deleted. */
            404: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`). The account has 500 surveys (`survey_limit_reached`). The slug is already in use (`slug_taken`). The account has reached its storage limit (`storage_limit_reached`). */
            409: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    saveAsTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours after a request has succeeded, a request with the same key, path and body creates nothing: it returns what the first one created, in its current state, and does not count towards the limit of custom slugs. After an error, you can send the request again with the same key. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the survey as you read it. If anybody has edited it since, the request is refused with 412 and does nothing. Responses that have arrived since make no difference. */
                "If-Match"?: string;
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
                "application/json": components["schemas"]["TemplateName"];
            };
        };
        responses: {
            /** @description The template, without its questions. */
            201: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedTemplate"];
                };
            };
            /** @description The body or a header is invalid. `error` says why. Nothing was changed. */
            400: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey does not exist, or belongs to another account. Or what was created with this Idempotency-Key has been deleted. */
            404: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`). The account has 200 templates (`template_limit_reached`). The account has reached its storage limit (`storage_limit_reached`). */
            409: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier read. If nothing has changed since, the response is 304, without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Stands for this state. Send it as If-Match with a change of it, or as If-None-Match with the next read. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["Template"][];
                    };
                };
            };
            /** @description Nothing has changed since the read whose ETag was sent. */
            304: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description As before. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours after a request has succeeded, a request with the same key, path and body creates nothing: it returns what the first one created, in its current state, and does not count towards the limit of custom slugs. After an error, you can send the request again with the same key. */
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
                "application/json": components["schemas"]["NewTemplate"];
            };
        };
        responses: {
            /** @description The template. */
            201: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The body or a header is invalid. `error` says why. Nothing was changed. */
            400: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description What was created with this Idempotency-Key has been deleted. */
            404: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`). The account has 200 templates (`template_limit_reached`). The account has reached its storage limit (`storage_limit_reached`). */
            409: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    launchTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours after a request has succeeded, a request with the same key, path and body creates nothing: it returns what the first one created, in its current state, and does not count towards the limit of custom slugs. After an error, you can send the request again with the same key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the template. */
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
                "application/json": components["schemas"]["LaunchChoices"];
            };
        };
        responses: {
            /** @description The new survey. */
            201: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaunchedSurvey"];
                };
            };
            /** @description The body or a header is invalid. `error` says why. Nothing was changed. */
            400: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, malformed, revoked or expired. */
            401: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description `Bearer` */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`). */
            403: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With `insufficient_scope`, the required scope. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The template does not exist, or belongs to another account. Or what was created with this Idempotency-Key has been deleted. */
            404: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`). The account has 500 surveys (`survey_limit_reached`). The slug is already in use (`slug_taken`). The account has reached its storage limit (`storage_limit_reached`). */
            409: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed. */
            412: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without. */
            429: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait. Only present if the limit of requests was reached. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Any other error. 400: The request is not valid HTTP, or its `Host` header does not name this service. 408: The request took too long to arrive. 413: The body is larger than 1 MiB. 415: The body has a `Content-Encoding`, such as gzip, which is not supported. 417: The request has an `Expect` header other than `100-continue`. 431: The request headers are too large. 500: An internal error. The log of the service has the details under the same `X-Request-Id`. 503: The storage is unavailable or nearly full. Nothing was changed. */
            default: {
                headers: {
                    /** @description The unique id of this request, which is also in the log of the service. */
                    "X-Request-Id"?: string;
                    /** @description With 503, seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
}
