package dev.sheaf.cli.publish;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.cli.program.Words;
import dev.sheaf.publish.PublishSummary;

/** Texts about a crawl. Stateless. */
final class PublishText {

    private PublishText() {}

    /** Returns {@code 12 new, 3 changed, 1 withdrawn; 2 files refused}. */
    static String counts(PublishSummary summary) {
        List<String> parts = parts(summary);
        String text = parts.isEmpty() ? "nothing new" : String.join(", ", parts);
        return summary.refusedFiles() == 0
                ? text
                : text + "; " + Words.number(summary.refusedFiles()) + (summary.refusedFiles() == 1 ? " file" : " files")
                        + " refused";
    }

    static List<String> parts(PublishSummary summary) {
        List<String> parts = new ArrayList<>();
        part(parts, summary.created(), "new");
        part(parts, summary.changed(), "changed");
        part(parts, summary.same(), "the same");
        part(parts, summary.withdrawn(), "withdrawn");
        part(parts, summary.waiting(), summary.waiting() == 1 ? "waits for approval" : "wait for approval");
        return parts;
    }

    private static void part(List<String> parts, long number, String what) {
        if (number > 0) {
            parts.add(Words.number(number) + " " + what);
        }
    }
}
