package dev.sheaf.core;

import java.util.Optional;

/**
 * A protocol error (S3.6). Protocol errors are values, not exceptions: a repository sends them with HTTP status 200.
 *
 * @param code as received; repositories invent codes of their own
 * @param message for people; may be empty
 */
public record OaiError(String code, String message) {

    /** The eight codes of the protocol. */
    public enum Code {
        /** An argument is unknown, repeated, missing or ill-formed. */
        BAD_ARGUMENT("badArgument"),
        /** The token is invalid or has expired. */
        BAD_RESUMPTION_TOKEN("badResumptionToken"),
        /** The verb is missing, unknown or repeated. */
        BAD_VERB("badVerb"),
        /** The item or the repository does not have this format. */
        CANNOT_DISSEMINATE_FORMAT("cannotDisseminateFormat"),
        /** No item has this identifier. */
        ID_DOES_NOT_EXIST("idDoesNotExist"),
        /** The list would be empty. */
        NO_RECORDS_MATCH("noRecordsMatch"),
        /** The item has no format at all. */
        NO_METADATA_FORMATS("noMetadataFormats"),
        /** The repository has no sets. */
        NO_SET_HIERARCHY("noSetHierarchy");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        /** Returns the protocol's own spelling. */
        public String text() {
            return text;
        }
    }

    /** Creates an error with one of the protocol's codes. */
    public OaiError(Code code, String message) {
        this(code.text(), message);
    }

    /** Returns the code if the protocol defines it; empty otherwise. */
    public Optional<Code> known() {
        for (Code candidate : Code.values()) {
            if (candidate.text.equals(code)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Returns whether the error has this code. */
    public boolean is(Code candidate) {
        return candidate.text.equals(code);
    }

    /**
     * Returns true for noRecordsMatch and cannotDisseminateFormat. Some repositories send them beside a list, about one page or about items
     * that the list leaves out.
     */
    public boolean isRemark() {
        return is(Code.NO_RECORDS_MATCH) || is(Code.CANNOT_DISSEMINATE_FORMAT);
    }
}
