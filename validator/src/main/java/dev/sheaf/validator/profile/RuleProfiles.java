package dev.sheaf.validator.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.report.RequirementLevel;
import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.RuleTexts;
import dev.sheaf.validator.report.StanzaFile;
import dev.sheaf.validator.report.StanzaFile.Stanza;
import dev.sheaf.validator.rules.Rule;

/**
 * The profiles of this project, and the reader of others. A profile is a plain file ({@link StanzaFile}):
 *
 * <pre>
 * name = example
 * title = Example's requirements
 * # every rule of the protocol; "include = dates." takes the rules that begin so
 * include = oai-pmh
 * # another level for a rule, and a rule that is not judged
 * level records.resource = MUST
 * leave = lists.size
 * namespace oaire = http://namespace.openaire.eu/schema/oaire/
 *
 * # a rule of its own, with the texts of every rule: a format that is required, by its usual prefix and its namespace above
 * [example.format]
 * format = oai_openaire oaire
 * level = MUST
 * clause = …
 *
 * # an element of the metadata in a namespace, with this attribute alone, and how often
 * [example.type]
 * in = oaire
 * element = oaire:resourceType
 * where = resourceTypeGeneral=literature
 * least = 1
 * most = 1
 * # attributes of which one holds the value (else the text does), values that are allowed, and their form
 * value of = uri rightsURI
 * values = http://purl.org/coar/*
 * pattern = \d{4}(-\d\d){0,2}
 * </pre>
 *
 * Stateless.
 */
public final class RuleProfiles {

    /** Name of the profile of the protocol itself. */
    public static final String PROTOCOL = "oai-pmh";

    private static final List<String> OWN = List.of(PROTOCOL, "openaire-literature-4");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,60}");

    private RuleProfiles() {}

    /** Returns the names of the profiles of this project. */
    public static List<String> names() {
        return OWN;
    }

    /** Returns a profile of this project; empty when there is none of that name. */
    public static Optional<Profile> named(String name) {
        if (!OWN.contains(name)) {
            return Optional.empty();
        }
        String file = name + ".txt";
        try (InputStream in = RuleProfiles.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("this program lacks " + file);
            }
            return Optional.of(of(StanzaFile.read(new InputStreamReader(in, StandardCharsets.UTF_8), file), file));
        } catch (IOException failure) {
            throw new UncheckedIOException("a profile of this program is broken", failure);
        }
    }

    /**
     * Makes a profile of what a file says.
     *
     * @param stanzas the first is the one without name
     * @param file for messages
     * @throws IOException when it says something that no profile can; the message names file and stanza
     */
    public static Profile of(List<Stanza> stanzas, String file) throws IOException {
        Stanza head = stanzas.getFirst();
        String name = head.value("name");
        if (!NAME.matcher(name).matches()) {
            throw new IOException(
                    file + ": 'name = …' must give the profile a name in small letters, digits, dots and hyphens, not '"
                            + name + "'");
        }
        Map<String, RuleText> texts = included(head, file);
        List<Rule> own = new ArrayList<>();
        for (Stanza stanza : stanzas.subList(1, stanzas.size())) {
            if (RuleTexts.of(stanza.name()).isPresent() || texts.containsKey(stanza.name())) {
                throw new IOException(place(file, stanza) + "there is a rule of this name already");
            }
            own.add(rule(stanza, head, file));
            texts.put(stanza.name(), text(stanza, file));
        }
        return new Profile(name, head.value("title").isEmpty() ? name : head.value("title"), texts, own);
    }

    private static Map<String, RuleText> included(Stanza head, String file) throws IOException {
        Map<String, RuleText> texts = new LinkedHashMap<>();
        for (String include : head.all("include")) {
            List<RuleText> found = RuleTexts.all().stream()
                    .filter(text -> include.equals(PROTOCOL) || text.rule().startsWith(include)).toList();
            if (found.isEmpty()) {
                throw new IOException(file + ": 'include = " + include + "' names neither '" + PROTOCOL
                        + "' nor the beginning of a rule's name");
            }
            found.forEach(text -> texts.put(text.rule(), text));
        }
        for (Map.Entry<String, List<String>> entry : head.values().entrySet()) {
            if (entry.getKey().startsWith("level ")) {
                String rule = entry.getKey().substring("level ".length()).strip();
                RuleText text = texts.get(rule);
                if (text == null) {
                    throw new IOException(file + ": 'level " + rule + "' names no rule that is included");
                }
                texts.put(rule, text.withLevel(level(entry.getValue().getLast(), file)));
            }
        }
        for (String leave : head.all("leave")) {
            if (texts.remove(leave) == null) {
                throw new IOException(file + ": 'leave = " + leave + "' names no rule that is included");
            }
        }
        return texts;
    }

    private static RequirementLevel level(String text, String file) throws IOException {
        for (RequirementLevel level : RequirementLevel.values()) {
            if (level.name().equals(text)) {
                return level;
            }
        }
        throw new IOException(file + ": a level is MUST, SHOULD or MAY, not '" + text + "'");
    }

    private static RuleText text(Stanza stanza, String file) throws IOException {
        RequirementLevel level = stanza.value("level").isEmpty() ? RequirementLevel.MUST : level(stanza.value("level"), file);
        RuleText read = RuleTexts.text(new Stanza(stanza.name(), stanza.line(), withoutLevel(stanza.values())));
        String title = read.title().isEmpty() ? stanza.name() : read.title();
        return new RuleText(stanza.name(), level, read.clause(), title, read.why(), read.mend(), read.platforms());
    }

    private static Map<String, List<String>> withoutLevel(Map<String, List<String>> values) {
        Map<String, List<String>> others = new LinkedHashMap<>(values);
        others.remove("level");
        return others;
    }

    private static Rule rule(Stanza stanza, Stanza head, String file) throws IOException {
        String format = stanza.value("format");
        if (!format.isEmpty()) {
            String[] parts = format.split("\\s+");
            if (parts.length != 2) {
                throw new IOException(place(file, stanza) + "'format = PREFIX NAMESPACE' takes two words, not '" + format + "'");
            }
            return new FormatRequirement(stanza.name(), parts[0], namespace(parts[1], head, stanza, file));
        }
        String[] element = stanza.value("element").split(":", -1);
        if (element.length != 2) {
            throw new IOException(place(file, stanza) + "'element = PREFIX:NAME' or 'format = PREFIX NAMESPACE' is missing");
        }
        String where = stanza.value("where");
        int equals = where.indexOf('=');
        return new FieldRequirement(stanza.name(), namespace(stanza.value("in"), head, stanza, file),
                namespace(element[0], head, stanza, file), element[1],
                where.isEmpty() ? null : equals < 0 ? where : where.substring(0, equals),
                equals < 0 ? "" : where.substring(equals + 1), number(stanza, "least", 0, file),
                number(stanza, "most", Integer.MAX_VALUE, file),
                stanza.value("value of").isEmpty() ? List.of() : List.of(stanza.value("value of").split("\\s+")),
                stanza.all("values"), pattern(stanza, file));
    }

    private static String namespace(String prefix, Stanza head, Stanza stanza, String file) throws IOException {
        String namespace = head.value("namespace " + prefix);
        if (namespace.isEmpty()) {
            throw new IOException(place(file, stanza) + "'namespace " + prefix + " = …' is missing at the beginning of the file");
        }
        return namespace;
    }

    private static int number(Stanza stanza, String key, int usual, String file) throws IOException {
        String text = stanza.value(key);
        try {
            return text.isEmpty() ? usual : Integer.parseInt(text);
        } catch (NumberFormatException failure) {
            throw new IOException(place(file, stanza) + "'" + key + "' is a number, not '" + text + "'", failure);
        }
    }

    private static @Nullable Pattern pattern(Stanza stanza, String file) throws IOException {
        String text = stanza.value("pattern");
        try {
            return text.isEmpty() ? null : Pattern.compile(text);
        } catch (PatternSyntaxException failure) {
            throw new IOException(place(file, stanza) + "'pattern' is no regular expression: " + failure.getDescription(),
                    failure);
        }
    }

    private static String place(String file, Stanza stanza) {
        return file + ", line " + stanza.line() + " [" + stanza.name() + "]: ";
    }
}
