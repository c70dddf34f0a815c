/** The HTTP API of docconv for TypeScript, generated from its OpenAPI document by openapi-typescript. */

export interface paths {
    "/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Register an e-mail address
         * @description Sends a code by mail. The response is the same whether or not the address is already registered, and may register.
         */
        get: operations["registerByQuery"];
        put?: never;
        /**
         * Register an e-mail address, without it in the URL
         * @description Sends a code by mail. The response is the same whether or not the address is already registered, and may register.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exchange the code for an API key */
        get: operations["redeemCodeByQuery"];
        put?: never;
        /** Exchange the code for an API key, without either in the URL */
        post: operations["redeemCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your jobs, the newest first */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of a job */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /** Cancel a job, or remove one that has ended with its result */
        delete: operations["removeJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The result of a job
         * @description The answer that the request would have got if it had waited: the result, or the same problem.
         */
        get: operations["getJobResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your keys */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of your keys */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /** Name one of your keys */
        patch: operations["nameKey"];
        trace?: never;
    };
    "/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of the key that you send */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of your webhooks, the newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of a webhook */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a webhook again, now */
        post: operations["resendWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event to a receiver once, to try it
         * @description The event has the type `webhook.test`, and is signed as all others. The answer states what the receiver answered.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The secret that signs the webhooks of your account */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret that signs the webhooks of your account
         * @description For a day, events have a signature of the former secret as well. A further rotation within this day ends the oldest secret at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness: the process responds */
        get: operations["isAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness: documents can be converted and saved, the key store responds, and the clock agrees with that of the store */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API description */
        get: operations["describeApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Convert a document to PDF or another format, or merge several into one PDF */
        post: operations["convertDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a signed PDF
         * @description The PDF is a part of a form, the body itself, or a member of a JSON object: in base64, or as a URL from which the server fetches it. An invalid signature is a result: status 200 with "valid": false. Options are query parameters, form fields or JSON members.
         */
        post: operations["verifyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a PDF with the key of this service
         * @description Needs an API key that may sign, which the operator permits. Each use of the key is written to the audit log, with the account and the SHA-256 of the document. The signature is verified before the PDF is sent.
         */
        post: operations["signDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    jobEnded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A job has ended
         * @description Sent to the `webhook` of the job, at least once and in any order. `GET /v1/webhook-secret` returns the secret that the libraries of Standard Webhooks verify the signature with.
         */
        post: operations["jobEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        CodeSent: {
            /** @constant */
            status: "code_sent";
            email: string;
            /** @description Lifetime of the code in seconds */
            expiresIn: number;
            /** @description Seconds until a new code can be requested for this address */
            retryAfter: number;
        };
        /** @description An error (RFC 9457). Some codes have further members. */
        Problem: {
            /** @description urn:docconv:problem: followed by the code */
            type: string;
            title: string;
            status: number;
            /** @description What failed, and what to do next */
            detail: string;
            /** @description urn:request: followed by the request id */
            instance: string;
            /**
             * @description Stable, machine-readable; later versions may add codes
             * @enum {string}
             */
            code: "invalid_request" | "invalid_parameter" | "invalid_json" | "duplicate_member" | "invalid_multipart" | "code_invalid" | "key_missing" | "key_invalid" | "key_not_permitted" | "url_forbidden" | "prefetch_refused" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "job_not_ready" | "job_cancelled" | "job_expired" | "precondition_failed" | "too_large" | "uri_too_long" | "unsupported_encoding" | "unsupported_media_type" | "unsupported_format" | "format_mismatch" | "range_not_satisfiable" | "expectation_failed" | "idempotency_mismatch" | "webhook_undeliverable" | "option_unsupported" | "empty_document" | "corrupt_document" | "password_needed" | "wrong_password" | "encryption_unsupported" | "document_limit" | "not_a_pdf" | "undecodable_document" | "not_permitted" | "has_warnings" | "pdfa_invalid" | "pdf_signed" | "conversion_failed" | "engine_crashed" | "worker_compromised" | "conversion_timeout" | "rate_limited" | "misdirected_request" | "headers_too_large" | "cancelled" | "internal" | "check_crashed" | "signing_failed" | "fetch_failed" | "fetch_timeout" | "overloaded" | "queue_full" | "deadline_exceeded" | "shutting_down" | "not_ready" | "no_engine" | "store_busy" | "store_unavailable" | "trust_unavailable" | "mail_failed" | "disk_full";
            requestId: string;
            /** @description Whether the same request may succeed later */
            retryable: boolean;
            /** @description What is wrong with the request, by its place */
            errors?: {
                /** @description Name of a query parameter or form field */
                parameter?: string;
                /** @description JSON pointer into the body (RFC 6901) */
                pointer?: string;
                detail: string;
            }[];
            /** @description With fetch_failed: the HTTP status of the other server */
            remoteStatus?: number;
        };
        KeyIssued: {
            /** @description Shown only in this response; it cannot be recovered */
            apiKey: string;
            keyId: string;
            email: string;
            name: string | null;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            message: string;
        };
        WebhookDelivery: {
            /**
             * @description The header webhook-id of all attempts
             * @example msg_pYzbR3gqTm6Yv0m1r2d3Zw
             */
            id: string;
            /**
             * @description Id of the job
             * @example pYzbR3gqTm6Yv0m1r2d3Zw
             */
            job: string;
            /**
             * @description Of the event
             * @example job.succeeded
             */
            type: string;
            /**
             * @description Where it is sent
             * @example https://example.org/docconv-events
             */
            url: string;
            /**
             * @description pending: more attempts follow; failed: they were given up
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * @description Attempts begun
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the job ended
             * @example 2026-05-04T09:30:00Z
             */
            createdAt: string;
            lastAttemptAt: string | null;
            lastStatus: number | null;
            lastError: string | null;
            nextAttemptAt: string | null;
            deliveredAt: string | null;
        };
        Job: {
            /** @example pYzbR3gqTm6Yv0m1r2d3Zw */
            id: string;
            /** @enum {string} */
            kind: "convert" | "verify";
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description False: the server keeps the job in memory, and a restart loses it */
            durable: boolean;
            /** @description Jobs of all clients that were queued before this one */
            position?: number;
            /**
             * @description Attempts begun: more than 1 after a process crashed or was killed
             * @example 1
             */
            attempts: number;
            /** @description Pages of the PDF, where they are known: of a merge that succeeded */
            pages?: number;
            /**
             * Format: date-time
             * @description When the job was accepted
             * @example 2026-05-04T09:30:00Z
             */
            createdAt: string;
            startedAt: string | null;
            endedAt: string | null;
            expiresAt: string | null;
            webhook: string | null;
            webhookDelivery: components["schemas"]["WebhookDelivery"] | null;
            problem?: components["schemas"]["Problem"];
            links: {
                /** @example /v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw */
                self: string;
                /** @example /v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw/result */
                result: string;
            };
        };
        /** @description The conditions under which the verdict was reached */
        ValidationPolicy: {
            /**
             * @description Whether every signer has to be trusted
             * @enum {string}
             */
            trust: "required" | "not-required";
            /** @description Sources of the trust anchors; empty if there are none */
            sources: ("file" | "eu" | "aatl")[];
            generation: string | null;
            /**
             * Format: date-time
             * @description The time for which the signatures were verified
             * @example 2026-05-04T09:30:00Z
             */
            validationTime: string;
            /** @description Whether missing certificates and revocation data were fetched */
            online: boolean;
            /**
             * @description Version of docconv
             * @example 0.1.0
             */
            version: string;
        };
        CertificateInfo: {
            /**
             * @description Distinguished name of its holder
             * @example CN=Anna Example, O=Example Ltd
             */
            subject: string;
            /**
             * @description Distinguished name of its issuer
             * @example CN=Example CA, O=Example Ltd
             */
            issuer: string;
            /**
             * @description Hexadecimal, upper case
             * @example 4D2
             */
            serialNumber: string;
            /**
             * Format: date-time
             * @description Start of its validity
             * @example 2025-01-01T00:00:00Z
             */
            notBefore: string;
            /**
             * Format: date-time
             * @description End of its validity
             * @example 2028-01-01T00:00:00Z
             */
            notAfter: string;
            /**
             * @description SHA-256 of its DER encoding, hexadecimal
             * @example 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
             */
            sha256: string;
            /**
             * @description Kind and size of its key
             * @example RSA 2048
             */
            publicKey: string;
            /** @description Whether it is signed with its own key */
            selfSigned: boolean;
        };
        StatedTime: {
            /**
             * @description The signature dictionary, a signed attribute, a timestamp of the signature, or a later document timestamp
             * @enum {string}
             */
            source: "dictionary" | "signing-time" | "timestamp" | "document-timestamp";
            /**
             * Format: date-time
             * @description The time that it states
             * @example 2026-05-04T09:30:00Z
             */
            time: string;
            /** @description Whether a trusted authority confirms that the signature existed then */
            proven: boolean;
        };
        ChangedPage: {
            before: number | null;
            after: number | null;
        };
        UsedList: {
            /**
             * @description Sequence number
             * @example 81
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When the list was issued
             * @example 2026-05-04T09:30:00Z
             */
            issued: string;
            nextUpdate: string | null;
        };
        Trust: {
            /**
             * @description What `policy.sources` lists
             * @enum {string}
             */
            source: "file" | "eu" | "aatl";
            territory: string | null;
            provider: string | null;
            service: string | null;
            serviceType: string | null;
            status: string | null;
            /** @description The copy of the list that was used */
            list: components["schemas"]["UsedList"] | null;
        };
        QualificationReason: {
            /**
             * @description Stable name of the reason
             * @example NO_DEVICE
             */
            code: string;
            /**
             * @description "fail": a cause of the status; "warn": the status does not depend on it
             * @enum {string}
             */
            level: "fail" | "warn";
            /**
             * @description One sentence
             * @example The service did not have the status granted.
             */
            message: string;
        };
        Qualification: {
            /**
             * @description The status of the signature, in the words of EU DSS
             * @enum {string}
             */
            signature: "QESig" | "QESeal" | "Unknown-QC-QSCD" | "AdESig-QC" | "AdESeal-QC" | "Unknown-QC" | "AdESig" | "AdESeal" | "Unknown" | "Indeterminate QESig" | "Indeterminate QESeal" | "Indeterminate Unknown-QC-QSCD" | "Indeterminate AdESig-QC" | "Indeterminate AdESeal-QC" | "Indeterminate Unknown-QC" | "Indeterminate AdESig" | "Indeterminate AdESeal" | "Indeterminate Unknown" | "Not AdES but QC with QSCD" | "Not AdES but QC" | "Not AdES" | "N/A";
            /**
             * @description The status of the certificate when it was issued
             * @enum {string}
             */
            certificateAtIssuance: "QC for eSig with QSCD" | "QC for eSeal with QSCD" | "QC for unknown type with QSCD" | "QC for eSig" | "QC for eSeal" | "QC for WSA" | "QC for unknown type" | "Cert for eSig" | "Cert for eSeal" | "Cert for WSA" | "Cert for unknown type" | "N/A";
            /**
             * @description The status of the certificate when the signature is proven to have existed
             * @enum {string}
             */
            certificateAtSigning: "QC for eSig with QSCD" | "QC for eSeal with QSCD" | "QC for unknown type with QSCD" | "QC for eSig" | "QC for eSeal" | "QC for WSA" | "QC for unknown type" | "Cert for eSig" | "Cert for eSeal" | "Cert for WSA" | "Cert for unknown type" | "N/A";
            qscd: boolean | null;
            /** @description Why the status is not a better one, the most important first */
            reasons: components["schemas"]["QualificationReason"][];
        };
        /** @description Whether the certificate of the signer was revoked */
        Revocation: {
            /**
             * @description Of the certificate of the signer
             * @enum {string}
             */
            status: "good" | "revoked" | "unknown";
            source: ("ocsp" | "crl") | null;
            /** @description Whether the revocation data is in the document */
            embedded: boolean;
            producedAt: string | null;
            revokedAt: string | null;
        };
        Timestamp: {
            name: string | null;
            /**
             * Format: date-time
             * @description The time that it confirms
             * @example 2026-05-04T09:30:00Z
             */
            time: string;
            /** @description Whether the timestamp is unchanged and belongs to this signature */
            intact: boolean;
            /** @description Whether its certificate leads to a trust anchor */
            trusted: boolean;
            /** @description Where the trust anchor is from; members other than `source` are null unless a trusted list names the service; null: there is no anchor */
            trust: components["schemas"]["Trust"] | null;
            qualified: boolean | null;
            /** @description Why a timestamp is not qualified, the most important first; empty for signatures, and where `qualified` is null */
            qualifiedReasons: components["schemas"]["QualificationReason"][];
        };
        Finding: {
            /**
             * @description Name of the rule
             * @example digest
             */
            rule: string;
            /**
             * @description "unknown" never counts as "pass"
             * @enum {string}
             */
            outcome: "pass" | "fail" | "unknown" | "not-applicable";
            /**
             * @description What the rule is for: "fail" decides the verdict, "warn" is for attention, "inform" is for completeness
             * @enum {string}
             */
            level: "fail" | "warn" | "inform";
            /**
             * @description One sentence
             * @example The signed bytes are unchanged.
             */
            message: string;
        };
        Signer: {
            /**
             * @description Fully qualified name of the signature field
             * @example Signature1
             */
            field: string;
            /**
             * @description "certification": a signature that restricts later changes; "timestamp": a document timestamp, not of a person
             * @enum {string}
             */
            kind: "signature" | "certification" | "timestamp";
            name: string | null;
            organization: string | null;
            email: string | null;
            country: string | null;
            /** @description The certificate of the signer */
            certificate: components["schemas"]["CertificateInfo"] | null;
            subFilter: string | null;
            level: ("PAdES-BASELINE-B" | "PAdES-BASELINE-T" | "PAdES-BASELINE-LT" | "PAdES-BASELINE-LTA" | "PAdES-BES" | "PAdES-EPES" | "PAdES-LTV" | "PKCS7-B" | "PKCS7-T" | "PKCS7-LT" | "PKCS7-LTA" | "PDF-NOT-ETSI") | null;
            statedReason: string | null;
            location: string | null;
            contact: string | null;
            signedAt: string | null;
            signedAtSource: ("timestamp" | "claimed") | null;
            /** @description All times that the signature states, or that timestamps confirm */
            times: components["schemas"]["StatedTime"][];
            digestAlgorithm: string | null;
            signatureAlgorithm: string | null;
            /** @description The digest matches and the signature is cryptographically valid; false also where this could not be computed; says nothing about who signed */
            intact: boolean;
            /**
             * @description What the signed bytes are: the whole file, a complete earlier revision, a part from the start, or anything else
             * @enum {string}
             */
            coverage: "file" | "revision" | "from-start" | "unclear";
            /**
             * @description The revision of the document that it signs; the first is 1
             * @example 1
             */
            revision: number;
            signedSize: number | null;
            /** @description The pages that may look different from what was signed, at most 40 of the first 2,000, those with listed changes first */
            changedPages: components["schemas"]["ChangedPage"][];
            changesAfter: ("none" | "archival" | "form-filling" | "annotations" | "content") | null;
            /** @description Whether the signatures permit all changes after this signature; false also where this could not be determined */
            changesAllowed: boolean;
            docMDP: (1 | 2 | 3) | null;
            /** @description Whether the certificate of the signer leads to a trust anchor */
            trusted: boolean;
            trustAnchor: string | null;
            /** @description Where the trust anchor is from; members other than `source` are null unless a trusted list names the service; null: there is no anchor */
            trust: components["schemas"]["Trust"] | null;
            /** @description The status under Regulation (EU) No 910/2014; null for document timestamps, and where the trusted lists of the European Union are not used */
            qualification: components["schemas"]["Qualification"] | null;
            qualified: boolean | null;
            /** @description Why a timestamp is not qualified, the most important first; empty for signatures, and where `qualified` is null */
            qualifiedReasons: components["schemas"]["QualificationReason"][];
            revocation: components["schemas"]["Revocation"];
            /** @description Signature timestamps */
            timestamps: components["schemas"]["Timestamp"][];
            /** @description Signer first, anchor last */
            chain: components["schemas"]["CertificateInfo"][];
            /**
             * @description As ETSI EN 319 102-1 defines it
             * @enum {string}
             */
            indication: "TOTAL_PASSED" | "INDETERMINATE" | "TOTAL_FAILED";
            subIndication: string | null;
            /** @description The outcome of every rule for this signature */
            findings: components["schemas"]["Finding"][];
        };
        Attachment: {
            /**
             * @description File name
             * @example factur-x.xml
             */
            name: string;
            relationship: string | null;
            mediaType: string | null;
            description: string | null;
            size: number | null;
            sha256: string | null;
        };
        InvoiceInfo: {
            /**
             * @description Name of the embedded XML
             * @example factur-x.xml
             */
            fileName: string;
            type: string | null;
            /**
             * @description Level of Factur-X, ZUGFeRD or Order-X
             * @example EN 16931
             */
            level: string;
            version: string | null;
        };
        ChangedValue: {
            before: string | null;
            after: string | null;
        };
        DocumentChange: {
            /**
             * @description The signature that it came after
             * @example Signature1
             */
            afterField: string;
            /**
             * @description The revision that made it
             * @example 2
             */
            revision: number;
            class: ("none" | "archival" | "form-filling" | "annotations" | "content") | null;
            /** @description Whether the signatures permit it; false also where this could not be determined */
            allowed: boolean;
            page: number | null;
            field: string | null;
            /**
             * @description One sentence
             * @example page 1, field “Total”: the field was filled in: “1000” → “9000”
             */
            message: string;
            /** @description What the field or comment said before and after, at most 1,000 characters each, with unsafe characters by their codes; null: that was not changed, or it is a password */
            value: components["schemas"]["ChangedValue"] | null;
        };
        /** @description The document itself */
        DocumentInfo: {
            /**
             * @description Bytes
             * @example 48213
             */
            size: number;
            /**
             * @description SHA-256 of the file, hexadecimal
             * @example 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
             */
            sha256: string;
            /**
             * @description Version of PDF that the document states
             * @example 1.7
             */
            pdfVersion: string;
            pages: number | null;
            /**
             * @description How often the document was saved, each time by appending to the file
             * @example 1
             */
            revisions: number;
            /** @description Whether the document is encrypted */
            encrypted: boolean;
            title: string | null;
            author: string | null;
            creator: string | null;
            producer: string | null;
            createdAt: string | null;
            modifiedAt: string | null;
            /**
             * @description Number of signatures, without document timestamps
             * @example 1
             */
            signatures: number;
            /**
             * @description Number of document timestamps
             * @example 0
             */
            timestamps: number;
            docMDP: (1 | 2 | 3) | null;
            /** @description The embedded files, at most 100, as of the last revision */
            attachments: components["schemas"]["Attachment"][];
            attachmentCount: number | null;
            /** @description What the metadata state about an electronic invoice or order (Factur-X, ZUGFeRD, Order-X), whose XML is not judged; null: it is none */
            invoice: components["schemas"]["InvoiceInfo"] | null;
            /** @description Every change after a signature */
            changes: components["schemas"]["DocumentChange"][];
        };
        VerificationResult: {
            /**
             * @description "valid": every signature is intact and its signer trusted; "intact": unchanged since it was signed, but the identity of a signer is not verified; "indeterminate": something could not be determined, or trust that is required could not be established; "invalid": changed without permission, or with a signature that is shown to be wrong; "unsigned": there is no signature
             * @enum {string}
             */
            verdict: "valid" | "intact" | "indeterminate" | "invalid" | "unsigned";
            /** @description True for the verdicts "valid" and "intact" */
            valid: boolean;
            /**
             * @description The verdict in one sentence
             * @example The signature of “Anna Example” is not valid: the signed bytes were changed after signing.
             */
            reason: string;
            policy: components["schemas"]["ValidationPolicy"];
            /** @description The latest signer that is not a document timestamp; null: there is none */
            signer: components["schemas"]["Signer"] | null;
            /** @description Every signature and document timestamp, in the order of their revisions */
            signers: components["schemas"]["Signer"][];
            document: components["schemas"]["DocumentInfo"];
        };
        Key: {
            id: string;
            name: string | null;
            email: string;
            /** @description May list, rename and revoke the keys of all addresses */
            admin: boolean;
            /** Format: date-time */
            createdAt: string;
            rotatedAt: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            formerUntil: string | null;
            /** @description True for the key that authenticated this request */
            current: boolean;
        };
        KeyRotated: {
            /** @description The new key. Shown only in this response; it cannot be recovered */
            apiKey: string;
            /** @description As before */
            keyId: string;
            email: string;
            name: string | null;
            expiresAt: string | null;
            formerUntil: string | null;
            message: string;
        };
        WebhookTest: {
            /**
             * @description The header webhook-id of the event
             * @example msg_pYzbR3gqTm6Yv0m1r2d3Zw
             */
            id: string;
            /** @description Whether the receiver answered with a status of 200 to 299 */
            delivered: boolean;
            status: number | null;
            error: string | null;
            /**
             * @description Until the answer
             * @example 80
             */
            milliseconds: number;
        };
        WebhookSecret: {
            /**
             * @description For libraries of Standard Webhooks
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
            rotatedAt: string | null;
            formerUntil: string | null;
        };
        DocumentInBase64: {
            /** @description The document; a data: prefix is tolerated */
            base64: string;
            /** @description Password of an encrypted PDF */
            password?: string;
        };
        DocumentByUrl: {
            /** @description URL of the document: http or https, with a public address */
            url: string;
            /** @description Password of an encrypted PDF */
            password?: string;
        };
        DocumentReference: components["schemas"]["DocumentInBase64"] | components["schemas"]["DocumentByUrl"];
        VerifyRequest: {
            document: components["schemas"]["DocumentReference"];
            /**
             * @description Verify as of this time, in UTC unless it states an offset; not in the future. Default: now. `policy.validationTime` of the result states the time that was used.
             * @example 2026-05-01T12:00:00Z
             * @example 2026-05-01
             */
            at?: string;
            /**
             * @description Whether a signer must be trusted. Default: required if the server has trust anchors.
             * @enum {string}
             */
            trust?: "required" | "not-required";
            /**
             * @description Sources of trust to use, separated by commas: `eu` (trusted lists of the European Union), `aatl`, `file` (certificates of the operator). Default: all that the operator allows; others are refused. `policy.sources` of the result states those that were used.
             * @example eu
             * @example eu,file
             */
            sources?: string;
            /** @description Whether missing certificates and revocation data are fetched. Default: as the operator has configured; `true` is refused where the operator has not enabled it. */
            online?: boolean;
            /**
             * @description URL that receives an event when the job has ended; with `Prefer: respond-async` only
             * @example https://example.org/docconv-events
             */
            webhook?: string;
            /**
             * @description Form of the result: JSON (default), or an HTML page to print or archive
             * @enum {string}
             */
            report?: "json" | "html";
        };
        JobEvent: {
            /** @enum {string} */
            type: "job.succeeded" | "job.failed" | "job.cancelled";
            /**
             * Format: date-time
             * @description When the job ended
             * @example 2026-05-04T09:30:00Z
             */
            timestamp: string;
            data: {
                /**
                 * @description Id of the job
                 * @example pYzbR3gqTm6Yv0m1r2d3Zw
                 */
                id: string;
                /** @enum {string} */
                status: "succeeded" | "failed" | "cancelled";
                links: {
                    /**
                     * @description URL of the job; without the setting publicUrl of the server, its path
                     * @example /v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw
                     */
                    self: string;
                    /**
                     * @description Of a job that has succeeded
                     * @example /v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw/result
                     */
                    result?: string;
                };
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of the request, also in the log; the one of the request if it had a safe one */
        "X-Request-Id": string;
        /** @description Suggests a file name (RFC 6266) */
        "Content-Disposition": string;
        /** @description With `Prefer: respond-async`: path of the result, which names the job */
        "Content-Location": string;
        /** @description The engine that converted the document; of a merge, all that converted one, or "none" where all were PDFs */
        "Docconv-Engine": string;
        /** @description The level of the signature */
        "Docconv-Level": string;
        /** @description With `allow-lower-level`: why only a lower level was reached, as a JSON string in ASCII */
        "Docconv-Level-Reason": string;
        /** @description Number of pages of a merged PDF */
        "Docconv-Pages": number;
        /** @description Number of warnings: what the PDF shows in another way than the document */
        "Docconv-Warnings": number;
        /** @description A warning as a JSON object in ASCII. The header occurs once for each; where a client joins the values with commas, they are the items of a JSON array. At most 6 KB in all */
        "Docconv-Warning": string;
        /** @description Milliseconds in the engine */
        "Server-Timing": string;
        /** @description Identifies this version of the content, for If-Match, If-None-Match and If-Range (RFC 9110) */
        ETag: string;
        /** @description Parts of the result can be requested with Range */
        "Accept-Ranges": string;
        /** @description The bytes of the answer, and how many there are in all */
        "Content-Range": string;
        /** @description Address of the job, as a path */
        Location: string;
        /** @description As RFC 7240 defines it */
        "Preference-Applied": string;
        /** @description As RFC 6750 defines it */
        "WWW-Authenticate": string;
        /** @description Seconds after which a new attempt is sensible */
        "Retry-After": number;
        /** @description What is left of the limit (draft-ietf-httpapi-ratelimit-headers) */
        RateLimit: string;
        /** @description The limit, in requests and seconds */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    registerByQuery: {
        parameters: {
            query: {
                /** @description E-mail address */
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSent"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `prefetch_refused`: This URL has an effect, so it refuses prefetches and requests from other sites. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E-mail address
                     * @example you@example.org
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSent"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `invalid_json`: The body is not valid JSON.
             *     - `duplicate_member`: An object in the JSON body has the same member twice.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `too_large`: The document or the request is larger than this service accepts. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported_media_type`: The route does not accept a body with this Content-Type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeemCodeByQuery: {
        parameters: {
            query: {
                /** @description E-mail address */
                email: string;
                /** @description The code from the mail; upper and lower case and spaces are equivalent */
                code: string;
                /** @description Name of the key, for people */
                name?: string;
                /** @description Days until the key expires; the server can have a longest lifetime, which is also the default */
                expiresInDays?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIssued"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `code_invalid`: The code is unknown, wrong, expired or already used.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `prefetch_refused`: This URL has an effect, so it refuses prefetches and requests from other sites. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeemCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E-mail address
                     * @example you@example.org
                     */
                    email: string;
                    /** @description The code from the mail; upper and lower case and spaces are equivalent */
                    code: string;
                    /** @description Name of the key, for people */
                    name?: string;
                    /** @description Days until the key expires; the server can have a longest lifetime, which is also the default */
                    expiresInDays?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIssued"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `invalid_json`: The body is not valid JSON.
             *     - `duplicate_member`: An object in the JSON body has the same member twice.
             *     - `code_invalid`: The code is unknown, wrong, expired or already used.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `too_large`: The document or the request is larger than this service accepts. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported_media_type`: The route does not accept a body with this Content-Type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Number of jobs */
                limit?: number;
                /** @description `next` of the page before */
                cursor?: string;
                /** @description Only jobs with this status */
                status?: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                /** @description Only jobs that were accepted at this time or later: a day or a time, UTC */
                "created-from"?: string;
                /** @description Only jobs that were accepted before this time */
                "created-before"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: components["schemas"]["Job"][];
                        next: string | null;
                    };
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=30`: answer when the job has ended, after at most so many seconds (60) */
                Prefer?: string;
            };
            path: {
                /** @description Id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `job_expired`: The job has ended, and the time for which its result is kept is over, or the store has lost its document or result. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled or removed */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `job_expired`: The job has ended, and the time for which its result is kept is over, or the store has lost its document or result. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the result must have: otherwise the answer is 412 */
                "If-Match"?: string;
                /** @description The ETag of a result that the client has: the answer is 304 if it is this one */
                "If-None-Match"?: string;
                /** @description One range of bytes; several are answered with the whole result */
                Range?: string;
                /** @description The ETag that the result must still have; otherwise all of it is sent */
                "If-Range"?: string;
            };
            path: {
                /** @description Id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "Docconv-Engine": components["headers"]["Docconv-Engine"];
                    "Docconv-Pages": components["headers"]["Docconv-Pages"];
                    "Docconv-Warnings": components["headers"]["Docconv-Warnings"];
                    "Docconv-Warning": components["headers"]["Docconv-Warning"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "application/vnd.oasis.opendocument.text": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/vnd.oasis.opendocument.spreadsheet": string;
                    "application/vnd.openxmlformats-officedocument.presentationml.presentation": string;
                    "application/vnd.oasis.opendocument.presentation": string;
                    "text/html": string;
                    "text/markdown": string;
                    "text/plain": string;
                    "text/csv": string;
                    "application/zip": string;
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            /** @description With `Range`: a part of the result */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "Docconv-Engine": components["headers"]["Docconv-Engine"];
                    "Docconv-Pages": components["headers"]["Docconv-Pages"];
                    "Docconv-Warnings": components["headers"]["Docconv-Warnings"];
                    "Docconv-Warning": components["headers"]["Docconv-Warning"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "application/vnd.oasis.opendocument.text": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/vnd.oasis.opendocument.spreadsheet": string;
                    "application/vnd.openxmlformats-officedocument.presentationml.presentation": string;
                    "application/vnd.oasis.opendocument.presentation": string;
                    "text/html": string;
                    "text/markdown": string;
                    "text/plain": string;
                    "text/csv": string;
                    "application/zip": string;
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            /** @description With `If-None-Match`: the client has the result already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `url_forbidden`: The service does not fetch this URL: its scheme, port or address is not permitted, or fetching is disabled. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `job_not_ready`: The job is still queued or running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `job_expired`: The job has ended, and the time for which its result is kept is over, or the store has lost its document or result.
             *     - `job_cancelled`: The job was cancelled, and has no result.
             */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `precondition_failed`: The current version is not one that the header If-Match names. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `unsupported_format`: The service cannot convert documents of this format.
             *     - `format_mismatch`: The content of the document is not of the format that "from" or its name states.
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `range_not_satisfiable`: The header Range asks for bytes after the end of the result. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `option_unsupported`: An option does not apply to documents of this kind, or the engine does not support it.
             *     - `not_permitted`: The permissions of the document exclude this operation.
             *     - `has_warnings`: The conversion has warnings, and the request has the option "strict".
             *     - `pdfa_invalid`: The PDF of this document breaks rules of the standard that "pdfa" or "pdfua" asks for.
             *     - `pdf_signed`: The PDF has signatures, which the operation would break.
             *     - `conversion_failed`: The conversion engine cannot read this document.
             *     - `engine_crashed`: The conversion engine crashed twice on this document.
             *     - `conversion_timeout`: The conversion takes longer than this service allows.
             *     - `undecodable_document`: The base64 of the document cannot be decoded.
             *     - `not_a_pdf`: The document to verify is not a PDF.
             *     - `empty_document`: The document has no content.
             *     - `corrupt_document`: The document is damaged and cannot be read.
             *     - `password_needed`: The document is encrypted.
             *     - `wrong_password`: The password does not open the document.
             *     - `encryption_unsupported`: The encryption of the document is not supported.
             *     - `document_limit`: Processing the document takes more time or memory than this service allows, or it exceeds another limit.
             *     - `worker_compromised`: The process that read this document behaved as if the document had taken control of it, and was ended.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `internal`: The service failed; the request is not at fault.
             *     - `check_crashed`: The process that verifies or signs crashed on this document.
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `fetch_failed`: The server of the URL did not return the document; "remoteStatus" is the HTTP status that it answered, if any. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             *     - `queue_full`: All workers are busy and the queue is full.
             *     - `no_engine`: The conversion engine of this service is not available.
             *     - `trust_unavailable`: The trusted lists of this service are missing or damaged, so it cannot tell whether a signer is trusted.
             *     - `overloaded`: The service has too many documents in work, or too many bytes of them.
             *     - `deadline_exceeded`: The service could not finish the request in time.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `fetch_timeout`: The server of the URL did not respond in time. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `disk_full`: The service has no disk space for this document. */
            507: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Keys of all addresses; needs an admin key */
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["Key"][];
                    };
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `key_not_permitted`: The API key does not have the rights for this request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `shutting_down`: The service is shutting down. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    nameKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string | null;
                };
            };
        };
        responses: {
            /** @description Named */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `invalid_json`: The body is not valid JSON.
             *     - `duplicate_member`: An object in the JSON body has the same member twice.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `too_large`: The document or the request is larger than this service accepts. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported_media_type`: The route does not accept a body with this Content-Type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: {
                /** @description Hours for which the former key stays valid */
                graceHours?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRotated"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `key_not_permitted`: The API key does not have the rights for this request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Number of deliveries */
                limit?: number;
                /** @description `next` of the page before */
                cursor?: string;
                /** @description Only deliveries with this status */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        next: string | null;
                    };
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is sent */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `uri_too_long`: The URL of the request is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             *     - `queue_full`: All workers are busy and the queue is full.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the receiver
                     * @example https://example.org/docconv-events
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `invalid_json`: The body is not valid JSON.
             *     - `duplicate_member`: An object in the JSON body has the same member twice.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `url_forbidden`: The service does not fetch this URL: its scheme, port or address is not permitted, or fetching is disabled. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `too_large`: The document or the request is larger than this service accepts. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported_media_type`: The route does not accept a body with this Content-Type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `webhook_undeliverable`: The URL of the webhook can never be reached: it is malformed, its scheme or port is not permitted, it has a password, or its host has no public address. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             *     - `overloaded`: The service has too many documents in work, or too many bytes of them.
             *     - `deadline_exceeded`: The service could not finish the request in time.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `store_busy`: The key store is locked by another process.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    isAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "alive";
                    };
                };
            };
            /** @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                        /** @description By name; keyStore, clock, temporaryFolder, stateFolder and conversion decide readiness and have a "reason" when they fail, the others are for information */
                        checks: {
                            [key: string]: {
                                /** @enum {string} */
                                status: "ok" | "failing";
                            };
                        };
                    };
                };
            };
            /** @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_ready`: The service cannot convert or save documents at present, or its key store does not respond. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    describeApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the document must have */
                "If-Match"?: string;
                /** @description The ETag of the document that the client has */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This OpenAPI 3.1 document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The client has this document already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `precondition_failed`: The current version is not one that the header If-Match names. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `shutting_down`: The service is shutting down. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    convertDocument: {
        parameters: {
            query?: {
                /** @description Format of the document; needed only if its content and file name do not show it: docx, dotx, docm, dotm, xlsx, xltx, xlsm, xltm, xlsb, pptx, ppsx, potx, pptm, ppsm, potm, vsdx, vsdm, odt, ott, ods, ots, odp, otp, odg, otg, epub, fodt, fods, fodp, fodg, xml-excel, xml-word, doc, xls, ppt, vsd, pub, wpd, rtf, png, jpg, gif, tiff, webp, bmp, emf, wmf, svg, html, mhtml, csv, tsv, txt, md */
                from?: string;
                /** @description Join all files of the form into one PDF with this name, in their order; true: merged.pdf */
                merge?: string;
                /** @description URL that receives an event when the job has ended; with `Prefer: respond-async` only */
                webhook?: string;
                /** @description Media type of the attached files, e.g. text/xml */
                "attach-type"?: string;
                /** @description What the attached files are for the PDF; default: Unspecified */
                "attach-relationship"?: "Alternative" | "Data" | "Source" | "Supplement" | "EncryptedPayload" | "FormData" | "Schema" | "Unspecified";
                /** @description Pages that `stamp` and `background` print on, e.g. 1-3,7 or 5- */
                "stamp-pages"?: string;
                /** @description Where they print: t top, b bottom, l left, r right, c center; two letters are a corner or the middle of an edge; default: c */
                "stamp-position"?: "tl" | "tc" | "tr" | "l" | "c" | "r" | "bl" | "bc" | "br";
                /** @description Width and height of the page that they take at most, in percent; default: 50, of a PDF 100 */
                "stamp-scale"?: string;
                /** @description Their opacity in percent; default: 100 */
                "stamp-opacity"?: string;
                /** @description format to write: pdf, an image of each page, or another format of the same kind of document */
                to?: "pdf" | "png" | "jpg" | "webp" | "docx" | "odt" | "xlsx" | "ods" | "pptx" | "odp" | "html" | "md" | "txt" | "csv";
                /** @description resolution of the images that "to" png, jpg or webp writes (150) (10 to 1200) */
                dpi?: string;
                /** @description write one image of the first page, with a longest side of 256 pixels or this number (16 to 4096; true: 256) */
                thumbnail?: string;
                /** @description pages to keep, e.g. 1-3,7 or 5- */
                pages?: string;
                /** @description write PDF/A for archiving (ISO 19005), or fail */
                pdfa?: "1b" | "2b" | "3b";
                /** @description level that the XML of "facturx" has to state; by default the one that it states */
                "facturx-level"?: "minimum" | "basicwl" | "basic" | "en16931" | "extended" | "xrechnung";
                /** @description write tags, language and title for screen readers, as PDF/UA requires (ISO 14289-1). Default: false */
                pdfua?: "true" | "false";
                /** @description PDF version to write */
                "pdf-version"?: "1.5" | "1.6" | "1.7";
                /** @description keep the structure (headings, lists, tables) as tags. Default: false */
                tagged?: "true" | "false";
                /** @description write bookmarks for headings, sheets or slides. Default: true */
                bookmarks?: "true" | "false";
                /** @description keep form fields fillable. Default: true */
                "form-fields"?: "true" | "false";
                /** @description JPEG quality of the images (1 to 100) */
                quality?: string;
                /** @description compress images without loss. Default: false */
                lossless?: "true" | "false";
                /** @description maximum resolution of images; by default they keep theirs */
                resolution?: "75" | "150" | "300" | "600" | "1200";
                /** @description tracked changes: all accepted, all rejected, or marked with deleted text, the default (docx, odt) */
                changes?: "final" | "original" | "marked";
                /** @description compute tables of contents and other indexes anew. Default: false */
                "update-index"?: "true" | "false";
                /** @description keep the document's comments as PDF annotations, or print them in the margin */
                comments?: "none" | "annotations" | "margin";
                /** @description add the pages with the speaker's notes. Default: false */
                "notes-pages"?: "true" | "false";
                /** @description include hidden slides. Default: false */
                "hidden-slides"?: "true" | "false";
                /** @description put each sheet on one page of its size. Default: false */
                "single-page-sheets"?: "true" | "false";
                /** @description sheets to print, by name or number, e.g. "Summary,2-3" (xlsx, xls, ods, fods); with "to" csv, the sheet to write */
                sheets?: string;
                /** @description scale each sheet to the width of a page, or to one page (xlsx, xls, ods, fods) */
                fit?: "width" | "page";
                /** @description lay pages out as Microsoft Office does where its rules are known, the default, or as LibreOffice does (docx, xlsx, pptx) */
                layout?: "office" | "libreoffice";
                /** @description language and country, e.g. de-DE: dates and numbers, and the paper of a document without page size; by default those of the document, else en-US */
                locale?: string;
                /** @description size of all pages of the document (docx, xlsx, xls, odt, ods, fodt, fods, html) */
                paper?: "a3" | "a4" | "a5" | "letter" | "legal" | "tabloid";
                /** @description size of the pages of a document that states none; by default that of "locale", else of the setting defaultPaper */
                "default-paper"?: "a4" | "letter";
                /** @description turn the pages of the document to landscape (docx, xlsx, xls, odt, ods, fodt, fods, html). Default: false */
                landscape?: "true" | "false";
                /** @description text across every page */
                watermark?: string;
                /** @description color of the watermark in hexadecimal digits, e.g. c00000 (808080) */
                "watermark-color"?: string;
                /** @description angle of the watermark, counterclockwise, instead of the diagonal of each page (0 to 359) */
                "watermark-angle"?: string;
                /** @description opacity of the watermark (35) (1 to 100) */
                "watermark-opacity"?: string;
                /** @description text at the top of every page; {page}, {pages}, {name} and {date} are replaced */
                header?: string;
                /** @description text at the bottom of every page, with the same fields */
                footer?: string;
                /** @description page numbers at the bottom, "{page} / {pages}" or another text with the same fields; true: {page} / {pages} */
                "page-numbers"?: string;
                /** @description what a PDF viewer shows beside the page when it opens the file */
                "initial-view"?: "page" | "outline" | "thumbnails";
                /** @description title of the PDF instead of that of the document */
                title?: string;
                /** @description author of the PDF instead of that of the document */
                author?: string;
                /** @description write several PDFs, each with this number of pages (1 to 1000000) */
                split?: string;
                /** @description write several PDFs, one for each range of pages, e.g. 1-3,4- */
                "split-pages"?: string;
                /** @description rotate the pages of the PDF clockwise */
                rotate?: "90" | "180" | "270";
                /** @description pages that "rotate" rotates, e.g. 1-3,7 or 5-; by default all */
                "rotate-pages"?: string;
                /** @description make annotations and form fields a part of the pages, where nobody can edit them. Default: false */
                flatten?: "true" | "false";
                /** @description make the PDF smaller: compress it, and write its images as JPEG of this quality (80) (1 to 100; true: 80) */
                optimize?: string;
                /** @description metadata of the PDF as a JSON object with title, author, subject, keywords, creator, producer, created, modified, copyright, marked, trapped or custom */
                metadata?: string;
                /** @description change a signed PDF nevertheless, and remove its signatures. Default: false */
                "break-signatures"?: "true" | "false";
                /** @description fail when the conversion has warnings, and write no PDF. Default: false */
                strict?: "true" | "false";
                /** @description what is permitted without the permission password; any of print, print-low, modify, assemble, annotate, fill, copy, separated by commas */
                allow?: string;
            };
            header?: {
                /** @description `respond-async`: the request becomes a job, and the answer is 202. With `wait=30` it is the result (200) if that is ready after at most so many seconds (60) */
                Prefer?: string;
                /** @description With `respond-async`: a request with the same key, document and options is the same job */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The document; several with `merge` */
                    file: string | string[];
                    /**
                     * @description Format of the document; needed only if its content and file name do not show it: docx, dotx, docm, dotm, xlsx, xltx, xlsm, xltm, xlsb, pptx, ppsx, potx, pptm, ppsm, potm, vsdx, vsdm, odt, ott, ods, ots, odp, otp, odg, otg, epub, fodt, fods, fodp, fodg, xml-excel, xml-word, doc, xls, ppt, vsd, pub, wpd, rtf, png, jpg, gif, tiff, webp, bmp, emf, wmf, svg, html, mhtml, csv, tsv, txt, md
                     * @example docx
                     */
                    from?: string;
                    /** @description Join all files of the form into one PDF with this name, in their order; true: merged.pdf */
                    merge?: string;
                    /**
                     * @description URL that receives an event when the job has ended; with `Prefer: respond-async` only
                     * @example https://example.org/docconv-events
                     */
                    webhook?: string;
                    /** @description Password of an encrypted document */
                    password?: string;
                    /** @description Files to attach to the PDF */
                    attach?: string | string[];
                    /**
                     * Format: binary
                     * @description An image (PNG, JPEG) or a PDF, whose first page is printed above every page
                     */
                    stamp?: string;
                    /**
                     * Format: binary
                     * @description An image or a PDF, whose first page is printed below every page
                     */
                    background?: string;
                    /** @description Media type of the attached files, e.g. text/xml */
                    "attach-type"?: string;
                    /**
                     * @description What the attached files are for the PDF; default: Unspecified
                     * @enum {string}
                     */
                    "attach-relationship"?: "Alternative" | "Data" | "Source" | "Supplement" | "EncryptedPayload" | "FormData" | "Schema" | "Unspecified";
                    /** @description Pages that `stamp` and `background` print on, e.g. 1-3,7 or 5- */
                    "stamp-pages"?: string;
                    /**
                     * @description Where they print: t top, b bottom, l left, r right, c center; two letters are a corner or the middle of an edge; default: c
                     * @enum {string}
                     */
                    "stamp-position"?: "tl" | "tc" | "tr" | "l" | "c" | "r" | "bl" | "bc" | "br";
                    /** @description Width and height of the page that they take at most, in percent; default: 50, of a PDF 100 */
                    "stamp-scale"?: string;
                    /** @description Their opacity in percent; default: 100 */
                    "stamp-opacity"?: string;
                    /** @description Description of the attached files */
                    "attach-description"?: string;
                    /** @description Replace the bookmarks of the PDF: a JSON list of objects with `title`, `page` and `children` */
                    "set-bookmarks"?: string;
                    /**
                     * @description format to write: pdf, an image of each page, or another format of the same kind of document
                     * @enum {string}
                     */
                    to?: "pdf" | "png" | "jpg" | "webp" | "docx" | "odt" | "xlsx" | "ods" | "pptx" | "odp" | "html" | "md" | "txt" | "csv";
                    /** @description resolution of the images that "to" png, jpg or webp writes (150) (10 to 1200) */
                    dpi?: string;
                    /** @description write one image of the first page, with a longest side of 256 pixels or this number (16 to 4096; true: 256) */
                    thumbnail?: string;
                    /** @description pages to keep, e.g. 1-3,7 or 5- */
                    pages?: string;
                    /**
                     * @description write PDF/A for archiving (ISO 19005), or fail
                     * @enum {string}
                     */
                    pdfa?: "1b" | "2b" | "3b";
                    /** @description attach the XML of an electronic invoice (Factur-X, ZUGFeRD) or order (Order-X), and write PDF/A-3b */
                    facturx?: string;
                    /**
                     * @description level that the XML of "facturx" has to state; by default the one that it states
                     * @enum {string}
                     */
                    "facturx-level"?: "minimum" | "basicwl" | "basic" | "en16931" | "extended" | "xrechnung";
                    /**
                     * @description write tags, language and title for screen readers, as PDF/UA requires (ISO 14289-1). Default: false
                     * @enum {string}
                     */
                    pdfua?: "true" | "false";
                    /**
                     * @description PDF version to write
                     * @enum {string}
                     */
                    "pdf-version"?: "1.5" | "1.6" | "1.7";
                    /**
                     * @description keep the structure (headings, lists, tables) as tags. Default: false
                     * @enum {string}
                     */
                    tagged?: "true" | "false";
                    /**
                     * @description write bookmarks for headings, sheets or slides. Default: true
                     * @enum {string}
                     */
                    bookmarks?: "true" | "false";
                    /**
                     * @description keep form fields fillable. Default: true
                     * @enum {string}
                     */
                    "form-fields"?: "true" | "false";
                    /** @description JPEG quality of the images (1 to 100) */
                    quality?: string;
                    /**
                     * @description compress images without loss. Default: false
                     * @enum {string}
                     */
                    lossless?: "true" | "false";
                    /**
                     * @description maximum resolution of images; by default they keep theirs
                     * @enum {string}
                     */
                    resolution?: "75" | "150" | "300" | "600" | "1200";
                    /**
                     * @description tracked changes: all accepted, all rejected, or marked with deleted text, the default (docx, odt)
                     * @enum {string}
                     */
                    changes?: "final" | "original" | "marked";
                    /**
                     * @description compute tables of contents and other indexes anew. Default: false
                     * @enum {string}
                     */
                    "update-index"?: "true" | "false";
                    /**
                     * @description keep the document's comments as PDF annotations, or print them in the margin
                     * @enum {string}
                     */
                    comments?: "none" | "annotations" | "margin";
                    /**
                     * @description add the pages with the speaker's notes. Default: false
                     * @enum {string}
                     */
                    "notes-pages"?: "true" | "false";
                    /**
                     * @description include hidden slides. Default: false
                     * @enum {string}
                     */
                    "hidden-slides"?: "true" | "false";
                    /**
                     * @description put each sheet on one page of its size. Default: false
                     * @enum {string}
                     */
                    "single-page-sheets"?: "true" | "false";
                    /** @description sheets to print, by name or number, e.g. "Summary,2-3" (xlsx, xls, ods, fods); with "to" csv, the sheet to write */
                    sheets?: string;
                    /**
                     * @description scale each sheet to the width of a page, or to one page (xlsx, xls, ods, fods)
                     * @enum {string}
                     */
                    fit?: "width" | "page";
                    /**
                     * @description lay pages out as Microsoft Office does where its rules are known, the default, or as LibreOffice does (docx, xlsx, pptx)
                     * @enum {string}
                     */
                    layout?: "office" | "libreoffice";
                    /** @description language and country, e.g. de-DE: dates and numbers, and the paper of a document without page size; by default those of the document, else en-US */
                    locale?: string;
                    /**
                     * @description size of all pages of the document (docx, xlsx, xls, odt, ods, fodt, fods, html)
                     * @enum {string}
                     */
                    paper?: "a3" | "a4" | "a5" | "letter" | "legal" | "tabloid";
                    /**
                     * @description size of the pages of a document that states none; by default that of "locale", else of the setting defaultPaper
                     * @enum {string}
                     */
                    "default-paper"?: "a4" | "letter";
                    /**
                     * @description turn the pages of the document to landscape (docx, xlsx, xls, odt, ods, fodt, fods, html). Default: false
                     * @enum {string}
                     */
                    landscape?: "true" | "false";
                    /** @description text across every page */
                    watermark?: string;
                    /** @description color of the watermark in hexadecimal digits, e.g. c00000 (808080) */
                    "watermark-color"?: string;
                    /** @description angle of the watermark, counterclockwise, instead of the diagonal of each page (0 to 359) */
                    "watermark-angle"?: string;
                    /** @description opacity of the watermark (35) (1 to 100) */
                    "watermark-opacity"?: string;
                    /** @description text at the top of every page; {page}, {pages}, {name} and {date} are replaced */
                    header?: string;
                    /** @description text at the bottom of every page, with the same fields */
                    footer?: string;
                    /** @description page numbers at the bottom, "{page} / {pages}" or another text with the same fields; true: {page} / {pages} */
                    "page-numbers"?: string;
                    /**
                     * @description what a PDF viewer shows beside the page when it opens the file
                     * @enum {string}
                     */
                    "initial-view"?: "page" | "outline" | "thumbnails";
                    /** @description title of the PDF instead of that of the document */
                    title?: string;
                    /** @description author of the PDF instead of that of the document */
                    author?: string;
                    /** @description write several PDFs, each with this number of pages (1 to 1000000) */
                    split?: string;
                    /** @description write several PDFs, one for each range of pages, e.g. 1-3,4- */
                    "split-pages"?: string;
                    /**
                     * @description rotate the pages of the PDF clockwise
                     * @enum {string}
                     */
                    rotate?: "90" | "180" | "270";
                    /** @description pages that "rotate" rotates, e.g. 1-3,7 or 5-; by default all */
                    "rotate-pages"?: string;
                    /**
                     * @description make annotations and form fields a part of the pages, where nobody can edit them. Default: false
                     * @enum {string}
                     */
                    flatten?: "true" | "false";
                    /** @description make the PDF smaller: compress it, and write its images as JPEG of this quality (80) (1 to 100; true: 80) */
                    optimize?: string;
                    /** @description metadata of the PDF as a JSON object with title, author, subject, keywords, creator, producer, created, modified, copyright, marked, trapped or custom */
                    metadata?: string;
                    /**
                     * @description change a signed PDF nevertheless, and remove its signatures. Default: false
                     * @enum {string}
                     */
                    "break-signatures"?: "true" | "false";
                    /**
                     * @description fail when the conversion has warnings, and write no PDF. Default: false
                     * @enum {string}
                     */
                    strict?: "true" | "false";
                    /**
                     * Format: password
                     * @description encrypt the PDF (AES-256) with a password to open it
                     */
                    "open-password"?: string;
                    /**
                     * Format: password
                     * @description encrypt the PDF (AES-256) with a password that lifts the restrictions
                     */
                    "permission-password"?: string;
                    /** @description what is permitted without the permission password; any of print, print-low, modify, assemble, annotate, fill, copy, separated by commas */
                    allow?: string;
                };
            };
        };
        responses: {
            /** @description The PDF, or what `to` asks for: one file, or a ZIP archive with an image of each page if there are several */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "Docconv-Engine": components["headers"]["Docconv-Engine"];
                    "Docconv-Pages": components["headers"]["Docconv-Pages"];
                    "Docconv-Warnings": components["headers"]["Docconv-Warnings"];
                    "Docconv-Warning": components["headers"]["Docconv-Warning"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "application/vnd.oasis.opendocument.text": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/vnd.oasis.opendocument.spreadsheet": string;
                    "application/vnd.openxmlformats-officedocument.presentationml.presentation": string;
                    "application/vnd.oasis.opendocument.presentation": string;
                    "text/html": string;
                    "text/markdown": string;
                    "text/plain": string;
                    "text/csv": string;
                    "application/zip": string;
                };
            };
            /** @description With `Prefer: respond-async`: the job was accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `invalid_multipart`: The multipart form cannot be read, exceeds a limit, or has no file or too many.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `job_cancelled`: The job was cancelled, and has no result.
             *     - `job_expired`: The job has ended, and the time for which its result is kept is over, or the store has lost its document or result.
             */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `too_large`: The document or the request is larger than this service accepts. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `unsupported_media_type`: The route does not accept a body with this Content-Type.
             *     - `unsupported_encoding`: The body is compressed.
             *     - `unsupported_format`: The service cannot convert documents of this format.
             *     - `format_mismatch`: The content of the document is not of the format that "from" or its name states.
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `empty_document`: The document has no content.
             *     - `corrupt_document`: The document is damaged and cannot be read.
             *     - `password_needed`: The document is encrypted.
             *     - `wrong_password`: The password does not open the document.
             *     - `encryption_unsupported`: The encryption of the document is not supported.
             *     - `document_limit`: Processing the document takes more time or memory than this service allows, or it exceeds another limit.
             *     - `worker_compromised`: The process that read this document behaved as if the document had taken control of it, and was ended.
             *     - `option_unsupported`: An option does not apply to documents of this kind, or the engine does not support it.
             *     - `not_permitted`: The permissions of the document exclude this operation.
             *     - `has_warnings`: The conversion has warnings, and the request has the option "strict".
             *     - `pdfa_invalid`: The PDF of this document breaks rules of the standard that "pdfa" or "pdfua" asks for.
             *     - `pdf_signed`: The PDF has signatures, which the operation would break.
             *     - `conversion_failed`: The conversion engine cannot read this document.
             *     - `engine_crashed`: The conversion engine crashed twice on this document.
             *     - `conversion_timeout`: The conversion takes longer than this service allows.
             *     - `idempotency_mismatch`: There is a job with this Idempotency-Key whose document or options are different.
             *     - `webhook_undeliverable`: The URL of the webhook can never be reached: it is malformed, its scheme or port is not permitted, it has a password, or its host has no public address.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: The service failed; the request is not at fault. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `overloaded`: The service has too many documents in work, or too many bytes of them.
             *     - `deadline_exceeded`: The service could not finish the request in time.
             *     - `queue_full`: All workers are busy and the queue is full.
             *     - `no_engine`: The conversion engine of this service is not available.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `disk_full`: The service has no disk space for this document. */
            507: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyDocument: {
        parameters: {
            query?: {
                /** @description Verify as of this time, in UTC unless it states an offset; not in the future. Default: now. `policy.validationTime` of the result states the time that was used. */
                at?: string;
                /** @description Whether a signer must be trusted. Default: required if the server has trust anchors. */
                trust?: "required" | "not-required";
                /** @description Sources of trust to use, separated by commas: `eu` (trusted lists of the European Union), `aatl`, `file` (certificates of the operator). Default: all that the operator allows; others are refused. `policy.sources` of the result states those that were used. */
                sources?: string;
                /** @description Whether missing certificates and revocation data are fetched. Default: as the operator has configured; `true` is refused where the operator has not enabled it. */
                online?: "true" | "false";
                /** @description URL that receives an event when the job has ended; with `Prefer: respond-async` only */
                webhook?: string;
                /** @description Form of the result: JSON (default), or an HTML page to print or archive */
                report?: "json" | "html";
            };
            header?: {
                /** @description `respond-async`: the request becomes a job, and the answer is 202. With `wait=30` it is the result (200) if that is ready after at most so many seconds (60) */
                Prefer?: string;
                /** @description With `respond-async`: a request with the same key, document and options is the same job */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PDF
                     */
                    file: string;
                    /**
                     * @description Verify as of this time, in UTC unless it states an offset; not in the future. Default: now. `policy.validationTime` of the result states the time that was used.
                     * @example 2026-05-01T12:00:00Z
                     * @example 2026-05-01
                     */
                    at?: string;
                    /**
                     * @description Whether a signer must be trusted. Default: required if the server has trust anchors.
                     * @enum {string}
                     */
                    trust?: "required" | "not-required";
                    /**
                     * @description Sources of trust to use, separated by commas: `eu` (trusted lists of the European Union), `aatl`, `file` (certificates of the operator). Default: all that the operator allows; others are refused. `policy.sources` of the result states those that were used.
                     * @example eu
                     * @example eu,file
                     */
                    sources?: string;
                    /**
                     * @description Whether missing certificates and revocation data are fetched. Default: as the operator has configured; `true` is refused where the operator has not enabled it.
                     * @enum {string}
                     */
                    online?: "true" | "false";
                    /**
                     * @description URL that receives an event when the job has ended; with `Prefer: respond-async` only
                     * @example https://example.org/docconv-events
                     */
                    webhook?: string;
                    /**
                     * @description Form of the result: JSON (default), or an HTML page to print or archive
                     * @enum {string}
                     */
                    report?: "json" | "html";
                    /** @description Password of an encrypted PDF */
                    password?: string;
                };
                "application/json": components["schemas"]["VerifyRequest"];
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The result; with `report` = `html`, a page to save */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Location": components["headers"]["Content-Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResult"];
                    "text/html": string;
                };
            };
            /** @description With `Prefer: respond-async`: the job was accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `invalid_json`: The body is not valid JSON.
             *     - `duplicate_member`: An object in the JSON body has the same member twice.
             *     - `invalid_multipart`: The multipart form cannot be read, exceeds a limit, or has no file or too many.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `url_forbidden`: The service does not fetch this URL: its scheme, port or address is not permitted, or fetching is disabled. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: There is no resource at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `job_cancelled`: The job was cancelled, and has no result.
             *     - `job_expired`: The job has ended, and the time for which its result is kept is over, or the store has lost its document or result.
             */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `too_large`: The document or the request is larger than this service accepts. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `unsupported_media_type`: The route does not accept a body with this Content-Type.
             *     - `unsupported_encoding`: The body is compressed.
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `empty_document`: The document has no content.
             *     - `corrupt_document`: The document is damaged and cannot be read.
             *     - `password_needed`: The document is encrypted.
             *     - `wrong_password`: The password does not open the document.
             *     - `encryption_unsupported`: The encryption of the document is not supported.
             *     - `document_limit`: Processing the document takes more time or memory than this service allows, or it exceeds another limit.
             *     - `worker_compromised`: The process that read this document behaved as if the document had taken control of it, and was ended.
             *     - `undecodable_document`: The base64 of the document cannot be decoded.
             *     - `not_a_pdf`: The document to verify is not a PDF.
             *     - `idempotency_mismatch`: There is a job with this Idempotency-Key whose document or options are different.
             *     - `webhook_undeliverable`: The URL of the webhook can never be reached: it is malformed, its scheme or port is not permitted, it has a password, or its host has no public address.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `internal`: The service failed; the request is not at fault.
             *     - `check_crashed`: The process that verifies or signs crashed on this document.
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `fetch_failed`: The server of the URL did not return the document; "remoteStatus" is the HTTP status that it answered, if any. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `overloaded`: The service has too many documents in work, or too many bytes of them.
             *     - `deadline_exceeded`: The service could not finish the request in time.
             *     - `trust_unavailable`: The trusted lists of this service are missing or damaged, so it cannot tell whether a signer is trusted.
             *     - `queue_full`: All workers are busy and the queue is full.
             *     - `store_unavailable`: The database of the service, or a store of its keys or documents, does not respond or cannot be written.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `fetch_timeout`: The server of the URL did not respond in time. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `disk_full`: The service has no disk space for this document. */
            507: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PDF
                     */
                    file: string;
                    /**
                     * @description Baseline level (PAdES) to reach; B is the default. The operator decides which others there are
                     * @enum {string}
                     */
                    level?: "B" | "T" | "LT" | "LTA";
                    /**
                     * @description true: also answer with the PDF where only a lower level was reached; Docconv-Level states it
                     * @enum {string}
                     */
                    "allow-lower-level"?: "true" | "false";
                    /**
                     * @description Reason for signing
                     * @example I agree
                     */
                    reason?: string;
                    /**
                     * @description Place of signing
                     * @example Berlin
                     */
                    location?: string;
                    /** @description Name of the signer; by default that of the certificate */
                    name?: string;
                    /** @description Contact information of the signer */
                    contact?: string;
                    /**
                     * @description Name of an empty signature field; by default a new, invisible one
                     * @example Approval
                     */
                    field?: string;
                    /**
                     * @description Certify the PDF as its first signature: what stays permitted
                     * @enum {string}
                     */
                    certify?: "no-changes" | "fill" | "annotate";
                    /**
                     * @description Fields that nobody can change afterwards: `all`, `only=A,B` or `except=A,B`
                     * @example all
                     */
                    lock?: string;
                    /**
                     * @description Shows the signature: `page=1,rect=X,Y,WIDTH,HEIGHT` in points from the lower left corner of the page as it is shown, with `page=last` for the last page, or `field` for the area of `field`
                     * @example page=1,rect=50,60,200,70
                     */
                    visible?: string;
                    /**
                     * @description Its text, with {name}, {issuer}, {date}, {reason} and {location}; by default all of them
                     * @example Signed by {name}
                     */
                    "visible-text"?: string;
                    /** @description Password of an encrypted PDF */
                    password?: string;
                    /**
                     * Format: binary
                     * @description PNG or JPEG that the visible signature shows; without `visible-text`, it shows nothing else
                     */
                    "visible-image"?: string;
                };
            };
        };
        responses: {
            /** @description The PDF with one more signature */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Docconv-Level": components["headers"]["Docconv-Level"];
                    "Docconv-Level-Reason": components["headers"]["Docconv-Level-Reason"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /**
             * @description - `invalid_request`: The request is not valid HTTP, or its parts contradict each other.
             *     - `invalid_parameter`: A query parameter, form field or JSON member is missing, unknown or has an invalid value.
             *     - `invalid_multipart`: The multipart form cannot be read, exceeds a limit, or has no file or too many.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `key_missing`: The request has no API key.
             *     - `key_invalid`: The API key is unknown, expired or revoked.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `key_not_permitted`: The API key does not have the rights for this request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_acceptable`: The header Accept excludes the media type of the response. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `request_timeout`: The request did not arrive completely in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `too_large`: The document or the request is larger than this service accepts. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `unsupported_media_type`: The route does not accept a body with this Content-Type.
             *     - `unsupported_encoding`: The body is compressed.
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `expectation_failed`: The header Expect has another value than 100-continue. */
            417: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `misdirected_request`: This service runs on a loopback address and has another name than the one in the Host header. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `empty_document`: The document has no content.
             *     - `corrupt_document`: The document is damaged and cannot be read.
             *     - `password_needed`: The document is encrypted.
             *     - `wrong_password`: The password does not open the document.
             *     - `encryption_unsupported`: The encryption of the document is not supported.
             *     - `document_limit`: Processing the document takes more time or memory than this service allows, or it exceeds another limit.
             *     - `worker_compromised`: The process that read this document behaved as if the document had taken control of it, and was ended.
             *     - `not_a_pdf`: The document to verify is not a PDF.
             *     - `not_permitted`: The permissions of the document exclude this operation.
             *     - `option_unsupported`: An option does not apply to documents of this kind, or the engine does not support it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limited`: This client has sent more requests than the limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `headers_too_large`: The headers of the request are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `internal`: The service failed; the request is not at fault.
             *     - `check_crashed`: The process that verifies or signs crashed on this document.
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `signing_failed`: The key of the service, its time-stamping authority or a responder of its certificates does not do its part. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `shutting_down`: The service is shutting down.
             *     - `overloaded`: The service has too many documents in work, or too many bytes of them.
             *     - `deadline_exceeded`: The service could not finish the request in time.
             *     - `trust_unavailable`: The trusted lists of this service are missing or damaged, so it cannot tell whether a signer is trusted.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `disk_full`: The service has no disk space for this document. */
            507: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    jobEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for all tries of an event */
                "webhook-id": string;
                /** @description Seconds since 1970 when this try was begun */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA-256 of id, timestamp and body; one for each secret that is valid */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no other try of this event */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Has to be sent within 15 s */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again, at growing intervals for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
