package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.admin.AdminFrame.Fact;

/**
 * The page of a run.
 *
 * @param frame around the page
 * @param facts its numbers
 * @param lists what was asked for
 * @param notes what was worth knowing, the ways around obstacles among it
 * @param failures requests that were of no use
 * @param rules what is broken, and how often
 * @param invalid examples of what does not keep to its schema
 */
public record RunPage(AdminFrame frame, List<Fact> facts, List<String> lists, List<String> notes, List<Failed> failures,
        List<String> rules, List<String> invalid) {

    /**
     * A request that was of no use.
     *
     * @param curl command that asks the same again
     * @param bodyHref of what came; null when nothing did
     * @param size of it, for people
     */
    public record Failed(String at, String reason, String curl, String headers, @Nullable String bodyHref, String size) {}
}
