package dev.sheaf.core.description;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Contents and policies of an archive (guidelines for eprints).
 *
 * @param content what is held, in which languages; null when it is not told
 * @param metadataPolicy how harvested metadata may be used
 * @param dataPolicy how the full content may be used; robots
 * @param submissionPolicy who may submit; null when it is not told
 * @param comments anything else
 */
public record EprintsDescription(@Nullable Policy content, Policy metadataPolicy, Policy dataPolicy,
        @Nullable Policy submissionPolicy, List<String> comments) implements Description {

    /** Copies the comments; blank ones are left out. */
    public EprintsDescription {
        comments = comments.stream().map(String::strip).filter(comment -> !comment.isEmpty()).toList();
    }

    /**
     * Texts and addresses, in order.
     *
     * @param statements empty where a repository says nothing of what it must mention
     */
    public record Policy(List<Statement> statements) {

        /** A policy that says nothing. */
        public static final Policy UNSTATED = new Policy(List.of());

        /** Copies the statements. */
        public Policy {
            statements = List.copyOf(statements);
        }
    }

    /** One part of a policy. */
    public sealed interface Statement {

        /**
         * Statement in words.
         *
         * @param text not blank
         */
        record Text(String text) implements Statement {

            /** Strips blanks; nothing left is refused. */
            public Text {
                text = Check.text("text of a policy", text);
            }
        }

        /**
         * Told elsewhere.
         *
         * @param url absolute
         */
        record Url(String url) implements Statement {

            /** Checks the address. */
            public Url {
                url = Check.uri("URL of a policy", url);
            }
        }
    }
}
