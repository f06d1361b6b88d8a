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
 * @param responseDate when it was made; written to the second
 * @param requestUrl where the request went, without arguments
 * @param arguments as understood, attributes of element {@code request}; empty on errors
 * @param answer what came of it
 */
public record ExtensionResponse(Instant responseDate, String requestUrl, Map<String, String> arguments, Answer answer) {

    /** Keeps the order of the arguments. */
    public ExtensionResponse {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /** The content of a response: a refusal, or the outcome of a notification or of a push. */
    public sealed interface Answer permits Refused, Notified, Pushed {}

    /** Error codes of the extension verbs. */
    public enum Code {
        /** The verb is missing, repeated, or none. */
        BAD_VERB("badVerb"),
        /** An argument or the document sent along is missing or wrong. */
        BAD_ARGUMENT("badArgument"),
        /** The sender is not expected to announce this: unknown, wrongly signed, too old, or sent before. */
        NOT_SUBSCRIBED("notSubscribed"),
        /** Something in between was never sent. */
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
        /** The change that it announces has been harvested already. */
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

    /** A notification was heard. */
    public record Notified(Status status) implements Answer {}

    /**
     * Records have come.
     *
     * @param accepted records stored, or known just so before
     * @param rejected records that could not be accepted; they are kept in quarantine
     * @param lastDatestamp of the records; null when there were none
     * @param expectedFrom from where the next push is to begin, because something is missing before what came; null when nothing is
     * @param problems what was wrong with single records
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
