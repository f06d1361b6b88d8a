package dev.sheaf.platform.gateway;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.provider.DataProvider;

/**
 * A version of a file that was fetched, and the judgement on it. It is used only after a check that the file on the web is still the same.
 *
 * @param sha256 digest of the file
 * @param validators with which the server is asked whether it has changed
 * @param result the judgement
 * @param weight memory and disk that it takes, in bytes
 */
record StaticVersion(String sha256, Validators validators, Result result, long weight) {

    /** Judgement on a version. */
    sealed interface Result {

        /**
         * A conformant static repository that names this gateway.
         *
         * @param content belongs to the version
         */
        record Served(StaticContent content, DataProvider provider) implements Result {}

        /** No conformant static repository. */
        record NotConformant(String reason) implements Result {}

        /** A static repository that names another base URL. */
        record NamesAnother(String reason) implements Result {}
    }

    /** Returns a copy with other validators. */
    StaticVersion with(Validators others) {
        return new StaticVersion(sha256, others, result, weight);
    }

    /** Deletes what is kept of the version on the disk. */
    void delete() {
        if (result instanceof Result.Served(StaticContent content, DataProvider _)) {
            content.delete();
        }
    }

    /**
     * Validators of a response (RFC 9110, 8.8).
     *
     * @param entityTag value of {@code ETag}; null for none
     * @param lastModified value of {@code Last-Modified}; null for none
     */
    record Validators(@Nullable String entityTag, @Nullable String lastModified) {

        private static final int LONGEST = 500;

        /** Returns the validators in headers of a response; unusable ones are left out. */
        static Validators of(Optional<String> entityTag, Optional<String> lastModified) {
            return new Validators(
                    entityTag.map(String::strip).filter(tag -> tag.length() <= LONGEST && tag.matches("(W/)?\"[!#-~]*\""))
                            .orElse(null),
                    lastModified.map(String::strip).filter(date -> Fetched.date(date).isPresent()).orElse(null));
        }

        /** Returns the headers of a conditional request. */
        Map<String, String> conditions() {
            Map<String, String> headers = new LinkedHashMap<>();
            if (entityTag != null) {
                headers.put("If-None-Match", entityTag);
            }
            if (lastModified != null) {
                headers.put("If-Modified-Since", lastModified);
            }
            return headers;
        }
    }
}
