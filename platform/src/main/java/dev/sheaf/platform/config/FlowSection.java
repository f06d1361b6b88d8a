package dev.sheaf.platform.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;

/**
 * The section {@code limits} of a repository:
 *
 * <pre>{@code
 * requests-per-minute: 60
 * burst: 20
 * patience: 10
 * blocked-for: 10m
 * delay: 200ms
 * mirror: https://mirror.example.org/oai
 * allow: [192.0.2.0/24, "2001:db8::/32"]
 * deny: all
 * }</pre>
 *
 * All of it may be left out.
 */
public final class FlowSection {

    private static final String PER_MINUTE = "requests-per-minute";

    private final Section section;

    private FlowSection(Section section) {
        this.section = section;
    }

    /**
     * Reads a section.
     *
     * @param node its value; a missing one says nothing
     * @param path where it stands, such as {@code repositories.theses.limits}, for messages
     * @throws ConfigurationException when it holds an unknown name or a value that is not acceptable; the message begins with its path
     */
    public static FlowRules read(JsonNode node, String path) throws ConfigurationException {
        return new FlowSection(Section.of(path, node)).rules();
    }

    private FlowRules rules() throws ConfigurationException {
        Integer perMinute = section.number(PER_MINUTE, 1, RequestLimit.MOST_REQUESTS);
        Integer burst = section.number("burst", 1, RequestLimit.MOST_REQUESTS);
        Integer patience = section.number("patience", 0, RequestLimit.MOST_REQUESTS);
        Duration blockedFor = section.duration("blocked-for");
        Duration delay = section.duration("delay");
        String address = section.text("mirror");
        URI mirror = address == null ? null : checked(".mirror", FlowSection::uri, address);
        List<AddressBlock> allowed = blocks("allow");
        List<AddressBlock> denied = blocks("deny");
        section.end();
        if (perMinute == null && (burst != null || patience != null || blockedFor != null)) {
            throw new ConfigurationException(
                    section.path() + ": burst, patience and blocked-for have no effect without " + PER_MINUTE);
        }
        return checked("", _ -> new FlowRules(perMinute == null
                ? null
                : new RequestLimit(perMinute, orElse(burst, RequestLimit.BURST), orElse(patience, RequestLimit.PATIENCE),
                        orElse(blockedFor, RequestLimit.BLOCKED_FOR)),
                orElse(delay, Duration.ZERO), mirror, allowed, denied), "");
    }

    private List<AddressBlock> blocks(String name) throws ConfigurationException {
        List<String> texts = section.texts(name);
        if (texts.equals(List.of("all"))) {
            return AddressBlock.ALL;
        }
        List<AddressBlock> blocks = new ArrayList<>();
        for (String text : texts) {
            blocks.add(checked("." + name, AddressBlock::parse, text));
        }
        return blocks;
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException _) {
            throw new IllegalArgumentException(
                    "'" + text + "' cannot be a mirror; a base URL like https://mirror.example.org/oai is expected");
        }
    }

    private <T> T checked(String name, Function<String, T> reading, String text) throws ConfigurationException {
        try {
            return reading.apply(text);
        } catch (IllegalArgumentException failure) {
            throw new ConfigurationException(section.path() + name + ": " + failure.getMessage());
        }
    }

    private static <T> T orElse(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
