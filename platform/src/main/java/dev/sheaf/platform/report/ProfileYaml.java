package dev.sheaf.platform.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

import dev.sheaf.transfer.YamlFault;
import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.profile.ProfileFault;
import dev.sheaf.validator.profile.RuleProfiles;
import dev.sheaf.validator.report.StanzaFile.Stanza;

/**
 * Reader of a profile from YAML:
 *
 * <pre>{@code
 * name: example
 * title: Example's requirements
 * include: [oai-pmh]
 * levels: {records.resource: MUST}
 * leave: [lists.size]
 * namespaces:
 *   oai_dc: http://www.openarchives.org/OAI/2.0/oai_dc/
 *   dc: http://purl.org/dc/elements/1.1/
 * rules:
 *   example.rights:
 *     in: oai_dc
 *     element: dc:rights
 *     least: 1
 *     values: ["https://creativecommons.org/*"]
 *     level: SHOULD
 *     title: Every record names a licence.
 *     remedies: {DSpace: Fill dc.rights.uri.}
 * }</pre>
 *
 * The names in a rule are those of {@link RuleProfiles}, with a hyphen for each blank; {@code remedy} stands for {@code mend}, and
 * {@code remedies} for {@code mend PLATFORM}. The file is read as a stream of events, so that aliases are never expanded; they are
 * refused. For one file.
 */
public final class ProfileYaml {

    private static final long MAX_BYTES = 1 << 20;
    private static final int MOST_RULES = 1_000;
    private static final int MOST_VALUES = 20_000;
    private static final int LONGEST = 4_000;
    private static final Set<String> HEAD_VALUES = Set.of("name", "title", "include", "leave");
    private static final Set<String> SECTIONS = Set.of("levels", "namespaces", "rules");
    private static final String REMEDY = "mend";

    private final String file;
    private final YAMLParser parser;
    private final Map<String, TokenStreamLocation> places = new HashMap<>();
    private final List<Stanza> stanzas = new ArrayList<>();
    private int values;

    private ProfileYaml(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * Reads a profile.
     *
     * @param name of the file, for messages
     * @throws IOException with file, line and column when it is none
     */
    public static Profile read(Path file, String name) throws IOException {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(name + " is larger than " + (MAX_BYTES >> 20) + " MB, and no profile is");
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw new IOException("there is no file " + name, missing);
        }
        return read(bytes, name);
    }

    /**
     * Reads a profile.
     *
     * @param yaml in UTF-8
     * @param name of the file, for messages
     * @throws IOException with file, line and column when it is none
     */
    public static Profile read(byte[] yaml, String name) throws IOException {
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), yaml)) {
            return new ProfileYaml(name, (YAMLParser) parser).profile();
        } catch (JacksonException failure) {
            TokenStreamLocation at = failure.getLocation();
            throw new IOException(name + (at == null ? "" : place(at)) + ": not readable as YAML: " + YamlFault.of(failure),
                    failure);
        }
    }

    private Profile profile() throws IOException {
        Map<String, List<String>> head = new LinkedHashMap<>();
        stanzas.add(new Stanza("", 1, head));
        expect(next() == JsonToken.START_OBJECT, "expected are lines like 'name: example'");
        while (next() != JsonToken.END_OBJECT) {
            String key = name("", head.containsKey(parser.currentName()));
            expect(HEAD_VALUES.contains(key) || SECTIONS.contains(key),
                    "unknown name '" + key + "'; known here are name, title, include, levels, leave, namespaces, rules");
            next();
            switch (key) {
                case "levels" -> entries("level ", "", head);
                case "namespaces" -> entries("namespace ", "", head);
                case "rules" -> rules();
                default -> head.put(key, values(key));
            }
        }
        expect(parser.nextToken() == null, "a profile is one document, and a second one begins here");
        try {
            return RuleProfiles.of(stanzas, file);
        } catch (ProfileFault fault) {
            TokenStreamLocation at = places.getOrDefault(key(fault.stanza(), fault.key()), places.get(key(fault.stanza(), "")));
            String problem = fault.problem().replace(" = ", ": ");
            throw new IOException(file + (at == null ? "" : place(at)) + ": " + problem, fault);
        }
    }

    private void rules() throws IOException {
        expect(parser.currentToken() == JsonToken.START_OBJECT, "below 'rules' expected are lines like '  example.rights:'");
        while (next() != JsonToken.END_OBJECT) {
            String rule = parser.currentName();
            expect(stanzas.stream().noneMatch(stanza -> stanza.name().equals(rule)), "the rule '" + rule + "' stands twice");
            expect(stanzas.size() <= MOST_RULES, "a profile has at most " + MOST_RULES + " rules");
            places.put(key(rule, ""), parser.currentTokenLocation());
            int line = parser.currentTokenLocation().getLineNr();
            Map<String, List<String>> said = new LinkedHashMap<>();
            expect(next() == JsonToken.START_OBJECT, "below '" + rule + "' expected are lines like '    element: dc:rights'");
            while (next() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                String named = key.equals("remedy") ? REMEDY : key.replace('-', ' ');
                expect(!said.containsKey(named), "'" + key + "' stands twice");
                places.put(key(rule, named), parser.currentTokenLocation());
                next();
                if (key.equals("remedies")) {
                    entries(REMEDY + " ", rule, said);
                } else {
                    said.put(named, values(key));
                }
            }
            stanzas.add(new Stanza(rule, line, said));
        }
    }

    /** Reads a mapping of names to values as entries whose keys begin with a word. */
    private void entries(String beginning, String rule, Map<String, List<String>> into) throws IOException {
        expect(parser.currentToken() == JsonToken.START_OBJECT, "expected are lines of names and values below this one");
        while (next() != JsonToken.END_OBJECT) {
            String key = beginning + parser.currentName();
            expect(!into.containsKey(key), "'" + parser.currentName() + "' stands twice");
            places.put(key(rule, key), parser.currentTokenLocation());
            next();
            // Several namespaces are several spellings of one.
            into.put(key, List.of(String.join(" ", values(key))));
        }
    }

    private String name(String rule, boolean isThere) throws IOException {
        String name = parser.currentName();
        expect(!isThere, "'" + name + "' stands twice");
        places.put(key(rule, name), parser.currentTokenLocation());
        return name;
    }

    /** Reads one value, or a list of them. */
    private List<String> values(String key) throws IOException {
        List<String> read = new ArrayList<>();
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            read.add(value(key));
            return read;
        }
        while (next() != JsonToken.END_ARRAY) {
            read.add(value(key));
        }
        expect(!read.isEmpty(), "'" + key + "' has an empty list");
        return read;
    }

    private String value(String key) throws IOException {
        JsonToken token = parser.currentToken();
        expect(token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL,
                "'" + key + "' takes a plain value or a list of plain values");
        expect(++values <= MOST_VALUES, "a profile has at most " + MOST_VALUES + " values");
        String text = parser.getString().strip();
        expect(text.length() <= LONGEST, "a value has at most " + LONGEST + " characters");
        return text;
    }

    private @Nullable JsonToken next() throws IOException {
        JsonToken token = parser.nextToken();
        expect(token != null, "the file ends here, inside of something");
        expect(!parser.isCurrentAlias(), "aliases (*name) are not read: write the value again");
        return token;
    }

    private void expect(boolean isSo, String otherwise) throws IOException {
        if (!isSo) {
            throw new IOException(file + place(parser.currentTokenLocation()) + ": " + otherwise);
        }
    }

    private static String key(String rule, String key) {
        return rule + "\n" + key;
    }

    private static String place(TokenStreamLocation at) {
        return ", line " + at.getLineNr() + ", column " + at.getColumnNr();
    }
}
