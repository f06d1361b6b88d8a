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
import java.util.Set;
import java.util.regex.Pattern;

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
 * # a prefix for the rules below; several namespaces are several spellings of the same
 * namespace oaire = http://namespace.openaire.eu/schema/oaire/
 *
 * # a rule of its own, with the texts of every rule: a format that is required, by its usual prefix and its namespaces;
 * # the prefix "x*" is required as the beginning
 * [example.format]
 * format = oai_openaire oaire
 * level = MUST
 * clause = …
 * title = …
 * why = …
 * mend = …
 * mend DSpace = …
 *
 * # an element of the metadata in a namespace, or one of several, with this attribute alone, below another one, and how often;
 * # only metadata that have an element with a value are judged
 * [example.type]
 * in = oaire
 * element = oaire:resourceType
 * where = resourceTypeGeneral=literature
 * within = oaire:resource
 * when = oaire:version=1
 * least = 1
 * most = 1
 * # attributes of which the first that is there holds the value, values that are allowed, and their form; whether all or some match
 * value of = uri rightsURI text
 * values = http://purl.org/coar/*
 * pattern = \d{4}(-\d\d){0,2}
 * matching = all
 *
 * # sets that are required; an element of Identify and its values; a description, and an element in it with a value
 * [example.sets]
 * set = open_access
 * set = ddc:*
 * [example.deletions]
 * identify = deletedRecord
 * values = persistent
 * [example.policy]
 * description = eprints:eprints
 * element = eprints:text eprints:URL
 *
 * # records of a page, and hours for which a token is valid at least
 * [example.pages]
 * page size = 100 500
 * [example.tokens]
 * token hours = 24
 * </pre>
 *
 * Stateless.
 */
public final class RuleProfiles {

    /** Name of the profile of the protocol itself. */
    public static final String PROTOCOL = "oai-pmh";

    private static final List<String> OWN = List.of(PROTOCOL, "openaire-literature-4", "openaire-data-3", "openaire-cris-1",
            "dini",
            "rioxx-3", "edm", "eprints");
    private static final Set<String> HEAD = Set.of("name", "title", "include", "leave");
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
     * @throws ProfileFault when it says something that no profile can
     */
    public static Profile of(List<Stanza> stanzas, String file) throws ProfileFault {
        Stanza head = stanzas.getFirst();
        for (String key : head.values().keySet()) {
            if (!HEAD.contains(key) && !key.startsWith("level ") && !key.startsWith("namespace ")) {
                throw fault(file, head, key,
                        "unknown name '" + key + "'; known at the beginning are name, title, include, leave, level, namespace");
            }
        }
        String name = head.value("name");
        if (!NAME.matcher(name).matches()) {
            throw fault(file, head, "name",
                    "'name' must give the profile a name in small letters, digits, dots and hyphens, not '"
                            + name + "'");
        }
        Map<String, RuleText> texts = included(head, file);
        List<Rule> own = new ArrayList<>();
        for (Stanza stanza : stanzas.subList(1, stanzas.size())) {
            if (!NAME.matcher(stanza.name()).matches()) {
                throw fault(file, stanza, "",
                        "a rule has a name in small letters, digits, dots and hyphens, not '" + stanza.name()
                                + "'");
            }
            if (RuleTexts.of(stanza.name()).isPresent() || texts.containsKey(stanza.name())) {
                throw fault(file, stanza, "", "there is a rule '" + stanza.name() + "' already");
            }
            own.add(new RequirementReader(head, stanza, file).rule());
            texts.put(stanza.name(), text(stanza, file));
        }
        if (texts.isEmpty()) {
            throw fault(file, head, "", "the profile has no rule: 'include' takes those of " + PROTOCOL);
        }
        return new Profile(name, head.value("title").isEmpty() ? name : head.value("title"), texts, own);
    }

    private static Map<String, RuleText> included(Stanza head, String file) throws ProfileFault {
        Map<String, RuleText> texts = new LinkedHashMap<>();
        for (String include : head.all("include")) {
            List<RuleText> found = RuleTexts.all().stream()
                    .filter(text -> include.equals(PROTOCOL) || !include.isEmpty() && text.rule().startsWith(include)).toList();
            if (found.isEmpty()) {
                throw fault(file, head, "include", "'include' takes '" + PROTOCOL + "' or the beginning of a rule's name, not '"
                        + include + "'");
            }
            found.forEach(text -> texts.put(text.rule(), text));
        }
        for (Map.Entry<String, List<String>> entry : head.values().entrySet()) {
            if (entry.getKey().startsWith("level ")) {
                String rule = entry.getKey().substring("level ".length()).strip();
                RuleText text = texts.get(rule);
                if (text == null) {
                    throw fault(file, head, entry.getKey(), "'" + rule + "' is no rule that is included");
                }
                texts.put(rule, text.withLevel(level(entry.getValue().getLast(), entry.getKey(), head, file)));
            }
        }
        for (String leave : head.all("leave")) {
            if (texts.remove(leave) == null) {
                throw fault(file, head, "leave", "'leave' names '" + leave + "', which is no rule that is included");
            }
        }
        return texts;
    }

    private static RequirementLevel level(String text, String key, Stanza stanza, String file) throws ProfileFault {
        for (RequirementLevel level : RequirementLevel.values()) {
            if (level.name().equals(text)) {
                return level;
            }
        }
        throw fault(file, stanza, key, "a level is MUST, SHOULD or MAY, not '" + text + "'");
    }

    private static RuleText text(Stanza stanza, String file) throws ProfileFault {
        RequirementLevel level = stanza.value("level").isEmpty()
                ? RequirementLevel.MUST
                : level(stanza.value("level"), "level", stanza, file);
        RuleText read = RuleTexts.text(new Stanza(stanza.name(), stanza.line(), withoutLevel(stanza.values())));
        String title = read.title().isEmpty() ? stanza.name() : read.title();
        return new RuleText(stanza.name(), level, read.clause(), title, read.why(), read.mend(), read.platforms());
    }

    private static Map<String, List<String>> withoutLevel(Map<String, List<String>> values) {
        Map<String, List<String>> others = new LinkedHashMap<>(values);
        others.remove("level");
        return others;
    }

    static ProfileFault fault(String file, Stanza stanza, String key, String problem) {
        String place = stanza.name().isEmpty() ? file : file + ", line " + stanza.line() + " [" + stanza.name() + "]";
        return new ProfileFault(place, stanza.name(), key, problem);
    }
}
