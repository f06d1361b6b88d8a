package dev.sheaf.validator.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.report.StanzaFile.Stanza;
import dev.sheaf.validator.rules.Rule;

/** Reader of one requirement that a profile itself states. For one stanza. */
final class RequirementReader {

    /** Keys of every rule. */
    private static final Set<String> TEXTS = Set.of("level", "clause", "title", "why", "mend");
    private static final String PLATFORM = "mend ";
    private static final Set<String> VALUES = Set.of("values", "pattern", "matching");
    private static final String KINDS = "format, element, set, identify, description, page size or token hours";

    private final Stanza head;
    private final Stanza stanza;
    private final String file;

    /**
     * Prepares to read a requirement.
     *
     * @param head the beginning of the profile, which names the namespaces
     * @param file for messages
     */
    RequirementReader(Stanza head, Stanza stanza, String file) {
        this.head = head;
        this.stanza = stanza;
        this.file = file;
    }

    /** Returns the rule. */
    Rule rule() throws ProfileFault {
        if (has("format")) {
            known(Set.of("format"));
            List<String> parts = words("format");
            if (parts.size() < 2) {
                throw fault("format",
                        "'format = PREFIX NAMESPACE' takes two words or more, not '" + stanza.value("format") + "'");
            }
            Set<String> namespaces = new HashSet<>();
            for (String prefix : parts.subList(1, parts.size())) {
                namespaces.addAll(namespaces(prefix, "format"));
            }
            return new FormatRequirement(stanza.name(), parts.getFirst(), namespaces);
        }
        if (has("description")) {
            known(Set.of("description", "element", "within"));
            return new DescriptionRequirement(stanza.name(), names("description").getFirst(), selection());
        }
        if (has("element")) {
            return field();
        }
        if (has("set")) {
            known(Set.of("set"));
            return new SetRequirement(stanza.name(), stanza.all("set"));
        }
        if (has("identify")) {
            known(with(VALUES, "identify"));
            return new IdentifyRequirement(stanza.name(), stanza.value("identify"), allowed());
        }
        if (has("page size")) {
            known(Set.of("page size"));
            List<String> parts = words("page size");
            if (parts.size() != 2) {
                throw fault("page size", "'page size = LEAST MOST' takes two numbers, not '" + stanza.value("page size") + "'");
            }
            return new PageSizeRequirement(stanza.name(), number(parts.get(0), "page size"), number(parts.get(1), "page size"));
        }
        if (has("token hours")) {
            known(Set.of("token hours"));
            return new TokenLifeRequirement(stanza.name(), Duration.ofHours(number("token hours", 0)));
        }
        throw fault("", "a rule has one of " + KINDS);
    }

    private Rule field() throws ProfileFault {
        known(with(VALUES, "in", "element", "where", "within", "when", "least", "most", "value of"));
        if (!has("in")) {
            throw fault("", "'in' is missing: the prefix of the namespace of the metadata that is judged");
        }
        Set<String> formats = new HashSet<>();
        for (String prefix : words("in")) {
            formats.addAll(namespaces(prefix, "in"));
        }
        int least = number("least", 0);
        int most = number("most", Integer.MAX_VALUE);
        if (least > most) {
            throw fault("least", "'least' is more than 'most'");
        }
        return new FieldRequirement(stanza.name(), formats, selection(), least, most, allowed(), condition());
    }

    private FieldSelection selection() throws ProfileFault {
        String where = stanza.value("where");
        int equals = where.indexOf('=');
        List<String> places = new ArrayList<>();
        for (String place : words("value of")) {
            places.add(place.equals(FieldSelection.TEXT) ? place : attribute(place, "value of"));
        }
        return new FieldSelection(has("element") ? names("element") : List.of(),
                has("within") ? names("within").getFirst() : null,
                where.isEmpty() ? null : attribute(equals < 0 ? where : where.substring(0, equals), "where"),
                equals < 0 ? "" : where.substring(equals + 1), places);
    }

    private FieldRequirement.@Nullable Condition condition() throws ProfileFault {
        String when = stanza.value("when");
        int equals = when.indexOf('=');
        if (when.isEmpty()) {
            return null;
        }
        if (equals < 0) {
            throw fault("when", "'when = PREFIX:NAME=VALUE' is expected, not '" + when + "'");
        }
        return new FieldRequirement.Condition(name(when.substring(0, equals), "when"), when.substring(equals + 1));
    }

    private AllowedValues allowed() throws ProfileFault {
        String matching = stanza.value("matching");
        if (!Set.of("", "all", "some").contains(matching)) {
            throw fault("matching", "'matching' is all or some, not '" + matching + "'");
        }
        String pattern = stanza.value("pattern");
        try {
            return new AllowedValues(stanza.all("values"), pattern.isEmpty() ? null : Pattern.compile(pattern),
                    matching.equals("some"));
        } catch (PatternSyntaxException failure) {
            throw fault("pattern", "'pattern' is no regular expression: " + failure.getDescription());
        }
    }

    private List<ElementName> names(String key) throws ProfileFault {
        List<ElementName> names = new ArrayList<>();
        for (String word : words(key)) {
            names.add(name(word, key));
        }
        if (names.isEmpty()) {
            throw fault(key, "'" + key + " = PREFIX:NAME' is expected");
        }
        return names;
    }

    private ElementName name(String text, String key) throws ProfileFault {
        String[] parts = text.split(":", -1);
        if (parts.length != 2 || parts[1].isEmpty()) {
            throw fault(key, "'" + key + "' takes an element as PREFIX:NAME, not '" + text + "'");
        }
        return new ElementName(namespaces(parts[0], key), parts[1]);
    }

    /** Returns the name of an attribute as {@code XmlNode} has it. */
    private String attribute(String text, String key) throws ProfileFault {
        int colon = text.indexOf(':');
        return colon < 0
                ? text
                : "{" + namespaces(text.substring(0, colon), key).iterator().next() + "}" + text.substring(colon + 1);
    }

    private Set<String> namespaces(String prefix, String key) throws ProfileFault {
        String found = head.value("namespace " + prefix);
        if (found.isEmpty()) {
            throw fault(key, "there is no namespace '" + prefix + "' at the beginning of the profile");
        }
        return Set.of(found.split("\\s+"));
    }

    private boolean has(String key) {
        return stanza.values().containsKey(key);
    }

    private List<String> words(String key) {
        List<String> words = new ArrayList<>();
        for (String value : stanza.all(key)) {
            if (!value.isBlank()) {
                words.addAll(List.of(value.strip().split("\\s+")));
            }
        }
        return words;
    }

    private int number(String key, int usual) throws ProfileFault {
        return has(key) ? number(stanza.value(key), key) : usual;
    }

    private int number(String text, String key) throws ProfileFault {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The same message as for a negative number.
        }
        throw fault(key, "'" + key + "' is a whole number from 0 on, not '" + text + "'");
    }

    private void known(Set<String> keys) throws ProfileFault {
        for (String key : stanza.values().keySet()) {
            if (!keys.contains(key) && !TEXTS.contains(key) && !key.startsWith(PLATFORM)) {
                Set<String> all = new TreeSet<>(keys);
                all.addAll(TEXTS);
                throw fault(key, "unknown name '" + key + "'; known here are " + String.join(", ", all));
            }
        }
    }

    private static Set<String> with(Set<String> some, String... more) {
        Set<String> all = new HashSet<>(some);
        all.addAll(List.of(more));
        return all;
    }

    private ProfileFault fault(String key, String problem) {
        return RuleProfiles.fault(file, stanza, key, problem);
    }
}
