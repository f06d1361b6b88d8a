package dev.sheaf.core.description;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Contents and policies of an archive (guidelines for eprints).
 *
 * @param content contents of the archive and their languages; null if not stated
 * @param metadataPolicy how harvested metadata may be used
 * @param dataPolicy how the full content may be used, also by robots
 * @param submissionPolicy who may submit; null if not stated
 * @param comments anything else
 */
public record EprintsDescription(@Nullable Policy content, Policy metadataPolicy, Policy dataPolicy,
        @Nullable Policy submissionPolicy, List<String> comments) implements Description {

    /** Copies the comments and leaves out blank ones. */
    public EprintsDescription {
        comments = comments.stream().map(String::strip).filter(comment -> !comment.isEmpty()).toList();
    }

    /**
     * Texts and addresses, in order.
     *
     * @param statements empty if a repository states nothing about a required subject
     */
    public record Policy(List<Statement> statements) {

        /** A policy without statements. */
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

            /** Strips blanks and refuses an empty text. */
            public Text {
                text = Check.text("text of a policy", text);
            }
        }

        /**
         * A reference to a statement elsewhere.
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
