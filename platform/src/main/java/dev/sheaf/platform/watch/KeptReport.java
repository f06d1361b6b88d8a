package dev.sheaf.platform.watch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.validator.report.Verdict;

/**
 * A stored report of a validation, as {@link dev.sheaf.platform.report.ValidationJson} has written it. Its texts quote the repository. Immutable.
 *
 * @param profiles titles of the profiles by which the repository was judged
 * @param scope which part of the lists was judged, for people
 * @param findings results of all rules, in the order of the rules
 */
public record KeptReport(List<String> profiles, String scope, List<Finding> findings) {

    private static final Logger LOG = LoggerFactory.getLogger(KeptReport.class);

    /**
     * The result of a rule.
     *
     * @param rule its name
     * @param level weight of the requirement: {@code MUST}, {@code SHOULD} or {@code MAY}
     * @param clause paragraph of the specification or of the guidelines
     * @param title the requirement in a sentence
     * @param verdict as {@link Verdict#text}
     * @param reason of a verdict other than "wrong"; may be empty
     * @param judged number of judged places
     * @param broken number of wrong ones
     * @param why it matters; empty for a rule that is met
     * @param remedy what to do; empty for a rule that is met
     * @param remedies the same for some software, by its name
     * @param examples the first wrong places
     */
    public record Finding(String rule, String level, String clause, String title, String verdict, String reason, long judged,
            long broken, String why, String remedy, Map<String, String> remedies, List<Example> examples) {

        /** Copies the collections. */
        public Finding {
            remedies = Collections.unmodifiableMap(new LinkedHashMap<>(remedies));
            examples = List.copyOf(examples);
        }

        /** Returns true if the rule has a verdict. */
        public boolean is(Verdict wanted) {
            return verdict.equals(wanted.text());
        }
    }

    /**
     * A wrong place.
     *
     * @param message what is wrong
     * @param request in one line
     * @param status HTTP status of the response; 0 when none came
     * @param identifier of the record; empty when it is about something else
     * @param excerpt bytes of the response, as text; may be empty
     */
    public record Example(String message, String request, int status, String identifier, String excerpt) {}

    /** Copies the lists. */
    public KeptReport {
        profiles = List.copyOf(profiles);
        findings = List.copyOf(findings);
    }

    /** Reads a report; empty, with a line in the log, if it is damaged. */
    public static Optional<KeptReport> read(byte[] report) {
        try {
            JsonNode root = JsonMapper.shared().readTree(new String(report, StandardCharsets.UTF_8));
            List<String> profiles = root.path("profiles").valueStream().map(JsonNode::asString).toList();
            List<Finding> findings = root.path("results").valueStream().map(KeptReport::finding).toList();
            return Optional.of(new KeptReport(profiles, text(root, "scope"), findings));
        } catch (JacksonException failure) {
            LOG.error("stored report of a validation is damaged: reason=\"{}\"", failure.getOriginalMessage());
            return Optional.empty();
        }
    }

    private static Finding finding(JsonNode node) {
        Map<String, String> remedies = new LinkedHashMap<>();
        node.path("remedies").forEachEntry((platform, remedy) -> remedies.put(platform, remedy.asString()));
        List<Example> examples = new ArrayList<>();
        for (JsonNode one : node.path("violations")) {
            examples.add(new Example(text(one, "message"), text(one, "request"), one.path("status").asInt(),
                    text(one, "identifier"), text(one, "excerpt")));
        }
        return new Finding(text(node, "rule"), text(node, "level"), text(node, "clause"), text(node, "title"),
                text(node, "verdict"), text(node, "reason"), node.path("judged").asLong(), node.path("broken").asLong(),
                text(node, "why"), text(node, "remedy"), remedies, examples);
    }

    private static String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isString() ? value.asString() : "";
    }

    /** Returns the findings of a verdict. */
    public List<Finding> with(Verdict verdict) {
        return findings.stream().filter(finding -> finding.is(verdict)).toList();
    }
}
