package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.admin.AdminFrame.Fact;

/**
 * Page of a run.
 *
 * @param frame layout around the page
 * @param facts its numbers
 * @param lists requested lists
 * @param notes notes, including the fallback strategies
 * @param failures failed requests
 * @param rules broken rules with their numbers
 * @param invalid examples of content that is not valid by its schema
 */
public record RunPage(AdminFrame frame, List<Fact> facts, List<String> lists, List<String> notes, List<Failed> failures,
        List<String> rules, List<String> invalid) {

    /**
     * Failed request.
     *
     * @param curl command that repeats the request
     * @param bodyHref link to the response; null if there was none
     * @param size size of the response, for people
     */
    public record Failed(String at, String reason, String curl, String headers, @Nullable String bodyHref, String size) {}
}
