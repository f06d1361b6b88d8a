package dev.sheaf.core.extension;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a request of the extension verbs: document {@code OAI-EXT}.
 *
 * @param responseDate time of the response; written to the second
 * @param requestUrl address of the request, without arguments
 * @param arguments arguments as understood: the attributes of element {@code request}; empty on errors
 * @param answer the outcome
 */
public record ExtensionResponse(Instant responseDate, String requestUrl, Map<String, String> arguments, Answer answer) {

    /** Copies the arguments and keeps their order. */
    public ExtensionResponse {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /** The content of a response: a refusal, or the outcome of a notification or of a push. */
    public sealed interface Answer permits Refused, Notified, Pushed {}

    /** Error codes of the extension verbs. */
    public enum Code {
        /** The verb is missing, repeated or unknown. */
        BAD_VERB("badVerb"),
        /** An argument or the document sent along is missing or wrong. */
        BAD_ARGUMENT("badArgument"),
        /**
         * The receiver does not accept this request from the sender: the sender is unknown, or the request is wrongly signed, too old or a
         * repetition.
         */
        NOT_SUBSCRIBED("notSubscribed"),
        /** Records between the last push and this one were never sent. */
        GAP("gap");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        /** Returns the word in responses. */
        public String text() {
            return text;
        }
    }

    /**
     * The request was not carried out.
     *
     * @param code what was wrong
     * @param message for people
     */
    public record Refused(Code code, String message) implements Answer {}

    /** The receiver's decision on a notification. */
    public enum Status {
        /** The repository will be harvested. */
        ACCEPTED("accepted"),
        /** A harvest is planned already because of another announcement. */
        DUPLICATE("duplicate"),
        /** The announced change has been harvested already. */
        IGNORED("ignored");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        /** Returns the word in responses. */
        public String text() {
            return text;
        }
    }

    /** The receiver accepted a notification. */
    public record Notified(Status status) implements Answer {}

    /**
     * The receiver took the records of a push.
     *
     * @param accepted records stored, and records that were stored before without a difference
     * @param rejected records that could not be accepted; they are kept in quarantine
     * @param lastDatestamp of the records; null when there were none
     * @param expectedFrom datestamp from which the next push must begin, because records before this push are missing; null if none are
     * @param problems faults of single records
     */
    public record Pushed(long accepted, long rejected, @Nullable String lastDatestamp, @Nullable String expectedFrom,
            List<RecordProblem> problems) implements Answer {
        /** Copies the list. */
        public Pushed {
            problems = List.copyOf(problems);
        }
    }

    /**
     * A fault of one pushed record.
     *
     * @param identifier its identifier; empty when it has none
     * @param text for people
     */
    public record RecordProblem(String identifier, String text) {}
}
